-- Requests of keys by minute, written in the batches of usage and kept for two days: a day is no measure of a limit per
-- minute. Times are counted by their bounds, so that a minute has few rows whatever its requests.

create table usage_minutes (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  minute timestamptz not null,
  -- `OK`, or the code of the first error of the response.
  outcome text not null,
  -- All of these requests took less; 0 for requests with an error, whose time is not kept.
  under_ms int not null,
  requests bigint not null,
  primary key (organization_id, environment, minute, outcome, under_ms)
);
create index usage_minutes_by_minute on usage_minutes (minute);
