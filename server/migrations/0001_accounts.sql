-- Who uses the service: organizations and their API keys; and what every domain's tables lean on:
-- idempotency keys, the outbox of events, and the counters behind `totalCount`.

create table organizations (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 200),
  tier text not null check (tier in ('FREE', 'GROWTH', 'ENTERPRISE')),
  requests_per_minute int check (requests_per_minute > 0),
  created_at timestamptz not null default now()
);

create table api_keys (
  organization_id uuid not null references organizations (id),
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  tier text check (tier in ('FREE', 'GROWTH', 'ENTERPRISE')),
  permissions text[] not null,
  digest bytea not null,
  last4 text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  rotated_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, environment, id)
);
-- A key is looked up by its digest before its tenant is known.
create index api_keys_by_digest on api_keys (digest);

create table idempotency_keys (
  organization_id uuid not null,
  environment text not null,
  idempotency_key text not null,
  response_path text not null,
  arguments_hash bytea not null,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (organization_id, environment, idempotency_key, response_path)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table events (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, environment, id)
);
create index events_by_type on events (organization_id, environment, type, id);

-- Number of rows per list, split by a bucket (such as the status), spread over shards so that
-- writers of one organization do not queue for one row.
create table list_counts (
  organization_id uuid not null,
  environment text not null,
  list text not null,
  bucket text not null,
  shard smallint not null,
  row_count bigint not null,
  primary key (organization_id, environment, list, bucket, shard)
);

-- Statement trigger behind list_counts: count_rows('<bucket column or empty>'). Runs once per
-- statement over its transition table, so a bulk load costs one update per tenant and bucket.
create function count_rows() returns trigger language plpgsql as $$
declare
  bucket_expression text := case when tg_argv[0] = '' then '''''' else format('%I::text', tg_argv[0]) end;
  changed text := '';
begin
  if tg_op in ('INSERT', 'UPDATE') then
    changed := format('select organization_id, environment, %s as bucket, 1 as sign from new_rows', bucket_expression);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    changed := concat_ws(' union all ', nullif(changed, ''),
      format('select organization_id, environment, %s as bucket, -1 as sign from old_rows', bucket_expression));
  end if;
  execute format(
    'insert into list_counts as counts (organization_id, environment, list, bucket, shard, row_count)
     select organization_id, environment, %L, bucket, pg_backend_pid() %% 16, sum(sign)
     from (%s) changed group by organization_id, environment, bucket having sum(sign) <> 0
     order by organization_id, environment, bucket
     on conflict (organization_id, environment, list, bucket, shard)
     do update set row_count = counts.row_count + excluded.row_count',
    tg_table_name, changed);
  return null;
end
$$;

create function count_list(list_table regclass, bucket_column text default '') returns void language plpgsql as $$
begin
  execute format('create trigger count_inserted after insert on %s referencing new table as new_rows
    for each statement execute function count_rows(%L)', list_table, bucket_column);
  execute format('create trigger count_deleted after delete on %s referencing old table as old_rows
    for each statement execute function count_rows(%L)', list_table, bucket_column);
  if bucket_column <> '' then
    execute format('create trigger count_updated after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function count_rows(%L)', list_table, bucket_column);
  end if;
end
$$;

select count_list('events');
