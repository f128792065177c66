-- Uses of deprecated parts of the schema per key and day: their callers must be known before the parts are removed.

create table deprecated_usage (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  day date not null,
  api_key_id uuid not null,
  coordinate text not null,
  requests bigint not null,
  primary key (organization_id, environment, day, api_key_id, coordinate)
);
