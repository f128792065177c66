/**
 * Statements that touch customer data without naming one tenant, each with the reason why it may.
 * The pattern is tried on the whole statement, its white space made single.
 */
export const ALLOWED_STATEMENTS: readonly { readonly pattern: RegExp; readonly reason: string }[] =
  [
    {
      pattern:
        /^select .* from api_keys k join organizations o on .* where k\.digest = any\(\$1\)$/,
      reason: 'The key says who asks: before it is found there is no tenant. The digest is secret.',
    },
    {
      pattern:
        /^with running as .* update jobs set state = 'RUNNING'.* for update of jobs skip locked .*$/,
      reason: 'A worker serves all tenants: it takes the oldest job that waits, whosever it is.',
    },
    {
      pattern: /^select exists \( select from jobs waiting where .*\) as "isWaiting"$/,
      reason: 'A worker serves all tenants: it asks if one waits that has no job running.',
    },
    {
      pattern: /^update jobs set leased_until = null where state = 'RUNNING'$/,
      reason: 'At its start the only service there is ends the leases of the one that was killed.',
    },
    {
      pattern:
        /^select .* from "jobs" where "has_expired_files" = \$1 and "file_bytes" > \$2 limit \$3$/,
      reason: 'A worker serves all tenants: it deletes the files of erased people.',
    },
    {
      pattern: /^update jobs set file_bytes = 0 where file_bytes > 0 and finished_at < \$1$/,
      reason: 'A worker serves all tenants: it notes that files past their time are deleted.',
    },
    {
      pattern:
        /^update jobs set state = 'CANCELLED', .* where state = 'AWAITING_FILE' and created_at < \$1$/,
      reason: 'A worker serves all tenants: it cancels the imports that wait too long for a file.',
    },
    {
      pattern:
        /^update shopping_carts set state = 'ABANDONED', .* where state = 'OPEN' and expires_at <= \$1 .* skip locked .*$/,
      reason:
        'A worker serves all tenants: it abandons the carts past their time, whosever they are.',
    },
    {
      pattern:
        /^with recursive tenant as \( \(select organization_id, environment from (customer_erasures|dpp_footprint_changes|dpp_handovers|dpp_registrations|dpp_replications|event_deletions|record_measurements|scenario_changes) where \(organization_id, environment\) > \(\$1, \$2\) .* limit \$3$/,
      reason: 'A worker serves all tenants: it does what the requests of each have left.',
    },
    {
      pattern:
        /^delete from brand_logos logos where logos\.replaced_at < \$1 and not exists \( select from assets where assets\.organization_id = logos\.organization_id .*$/,
      reason: 'A worker serves all tenants: it deletes replaced logos that no asset shows.',
    },
    {
      pattern: /^with woken as \( delete from webhook_wakeups .* skip locked .*$/,
      reason: 'A worker serves all tenants: it takes the endpoints that have new deliveries.',
    },
    {
      pattern:
        /^select pg_notify\(\$1, ''\) from \(select from webhook_wakeups limit 1\) as waiting$/,
      reason: 'It looks only whether anything waits, and reads no column.',
    },
    {
      pattern: /^with samples as \( .* insert into webhook_health .*$/,
      reason: 'A worker serves all tenants: attempts of many are counted by their whole keys.',
    },
    {
      pattern:
        /^select organization_id as "organizationId", .* from webhook_endpoints where substring\(secret .*$/,
      reason:
        'The start of a service under a new secret encrypts the secrets of all tenants again.',
    },
    {
      pattern:
        /^with held as materialized \( select .* from footprint_requests where due_at > now\(\) .*$/,
      reason: 'A worker serves all tenants: it takes the exchanges with partners that are due.',
    },
    {
      pattern:
        /^select organization_id as "organizationId", .* from footprint_partners where substring\(client_secret .*$/,
      reason:
        'The start of a service under a new secret encrypts the secrets of all tenants again.',
    },
    {
      pattern:
        /^select organization_id as "organizationId", .* from signing_keys where substring\(private_key .*$/,
      reason:
        'The start of a service under a new secret encrypts the private keys of all tenants again.',
    },
    {
      pattern:
        /^select organization_id as "organizationId", environment from status_lists where id = \$1$/,
      reason:
        'The public address of a status list names no tenant; the list holds no customer data.',
    },
    {
      pattern: /^update webhook_deliveries set state = 'FAILED', .* not exists .*$/,
      reason: 'A worker serves all tenants: it ends deliveries to endpoints that were deleted.',
    },
    {
      pattern: /^delete from webhook_health where hour < now\(\) - interval '25 hours'$/,
      reason: 'A worker serves all tenants: it deletes counts that nobody can read any more.',
    },
    {
      pattern: /^update webhook_queues set lease = .* skip locked .*$/,
      reason: 'A worker serves all tenants: it takes the queues that are due longest.',
    },
    {
      pattern:
        /^(select held\.organization_id|with outcomes as|update webhook_queues set leased_until) .*$/,
      reason: 'A worker serves all tenants: rows of many are read and written by their whole keys.',
    },
    {
      pattern:
        /^update api_keys set expiry_notice_days = \$1 .* where revoked_at is null .* skip locked .*$/,
      reason: 'A worker serves all tenants: it announces the keys that expire soon.',
    },
    {
      pattern:
        /^delete from idempotency_keys using \( select .* where idempotency_keys\.created_at < now\(\) - interval '24 hours' .* skip locked \) .*$/,
      reason: 'A worker serves all tenants: it deletes answers that are too old to be given again.',
    },
    {
      pattern:
        /^delete from audit_entries kept using \( .* where created_at < now\(\) - audit_retention\(\) limit \$1 \) as old .*$/,
      reason: 'A worker serves all tenants: it deletes entries whose retention time is over.',
    },
    {
      pattern:
        /^delete from "(usage_counts|deprecated_usage|usage_minutes)" where .* where (day < current_date - \$1::int order by day|minute < now\(\) - make_interval\(hours => \$1\) order by minute) limit \$2 for update skip locked\)$/,
      reason: 'A worker serves all tenants: it deletes usage whose retention time is over.',
    },
    {
      pattern: /^select "result", "snapshot" from "calculations" where "calculations"\."id" = \$1$/,
      reason: 'The operator at the command line replays a result, whosever it is.',
    },
    {
      pattern:
        /^select .* from dpps join dpp_versions v on .* where dpps\.id = \$\d and dpps\.published_version is not null .*$/,
      reason: 'A public address of a passport names no tenant; its id is unique.',
    },
    {
      pattern:
        /^select .* from \( ?\(select organization_id, environment, id from dpps where "(operator|facility)_gln" = \$\d and environment = \$\d and .*$/,
      reason: 'A GLN names no tenant: it reads what is published, of any tenant.',
    },
    {
      pattern: /^select .* from dpp_grants where token_hash = \$1 .*$/,
      reason: 'The token of a grant says whose it is; it is secret.',
    },
    {
      pattern: /^select .* from dpp_transfers where token_hash = \$1$/,
      reason: 'The token of an offer says whose it is; it is secret.',
    },
    {
      pattern: /^select .* from dpp_versions where signed_by = \$1 and environment = \$2 and .*$/,
      reason: 'A compromised key signs again what its organization handed over to others.',
    },
    {
      pattern:
        /^select organization_id as "organizationId", .* rendering from assets where assets\.id = \$1$/,
      reason: 'A public address of a file names no tenant; its id is unique.',
    },
    {
      pattern:
        /^select .* from \(select distinct on \(identity\) \* from dpps where identity = any\(.* and published_version is not null .*$/,
      reason: 'A GS1 Digital Link names no tenant: it reads what is published, of any tenant.',
    },
    {
      pattern:
        /^select from dpps where identity > .* and published_version is not null and true limit 1$/,
      reason:
        'A GS1 Digital Link names no tenant: it asks if something was published, by any tenant.',
    },
  ];
