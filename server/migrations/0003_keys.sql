-- API keys of the organizations. Only a digest of each key is stored.

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
  -- The person who made it in the dashboard; null for one made at the command line or by another key.
  made_by uuid references users (id) on delete set null,
  -- The window that its requests count in: a rotated key hands its window on to the next one.
  window_id uuid not null,
  -- The last notice of expiry that was given, in days before the end.
  expiry_notice_days smallint,
  primary key (organization_id, environment, id)
);
-- A key is looked up by its digest before its tenant is known.
create index api_keys_by_digest on api_keys (digest);
-- Keys whose end is to be announced, looked for over all tenants.
create index api_keys_by_expiry on api_keys (expires_at)
  where revoked_at is null and rotated_at is null and expires_at is not null;
-- For the deletion of a person.
create index api_keys_by_maker on api_keys (made_by) where made_by is not null;
