-- Usage: requests and cost per key, day and operation, and uses of deprecated parts of the schema, written in batches.

create table usage_counts (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  day date not null,
  api_key_id uuid not null,
  operation text not null,
  requests bigint not null,
  cost bigint not null,
  primary key (organization_id, environment, day, api_key_id, operation)
);

-- The callers of deprecated parts must be known before the parts are removed.
create table deprecated_usage (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  day date not null,
  api_key_id uuid not null,
  coordinate text not null,
  requests bigint not null,
  primary key (organization_id, environment, day, api_key_id, coordinate)
);
