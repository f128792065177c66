-- Usage: requests and cost per key, day and operation, written in batches.

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
