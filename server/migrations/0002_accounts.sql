-- Organizations: the tenants of the service. People who sign in, and what they may do in which organization.

create table organizations (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 200),
  tier text not null check (tier in ('FREE', 'GROWTH', 'ENTERPRISE')),
  requests_per_minute int check (requests_per_minute > 0),
  created_at timestamptz not null default now()
);

-- The next six tables are those of better-auth, under the names of this database. A person is nobody's
-- customer data: one person may be a member of several organizations.
create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table credentials (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_by_user on credentials (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_expiry on verifications (expires_at);

create table two_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count int default 0,
  locked_until timestamptz
);
create index two_factors_by_user on two_factors (user_id);
create index two_factors_by_secret on two_factors (secret);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz default now()
);
create index passkeys_by_user on passkeys (user_id);

create table members (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, user_id)
);
create index members_by_user on members (user_id);

-- Only a digest of the token is stored: who reads the database cannot join.
create table invitations (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  token_digest bytea not null unique,
  -- Null: whoever has the link chooses the address, as on the first start.
  email text check (email = lower(email)),
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  -- Null: an operator made it at the command line.
  invited_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
create index invitations_by_expiry on invitations (expires_at);
