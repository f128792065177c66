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
  primary key (organization_id, environment, id)
);
-- A key is looked up by its digest before its tenant is known.
create index api_keys_by_digest on api_keys (digest);

