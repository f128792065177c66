-- The log of requests, written in batches apart from the requests. No variables, texts or addresses. Partitioned
-- by day: the first 48 bits of an id are the time of the request. The service makes partitions ahead and drops old ones.

create table request_log (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  actor_kind text not null check (actor_kind in ('PERSON', 'API_KEY')),
  actor_id uuid not null,
  operation text not null,
  operation_name text,
  -- SHA-256 in hex.
  document_hash text,
  outcome text not null,
  status smallint not null,
  cost int not null,
  duration_ms float8 not null,
  request_bytes int not null,
  response_bytes int not null,
  primary key (organization_id, environment, id)
) partition by range (id);
create table request_log_other partition of request_log default;
create index request_log_by_actor on request_log (organization_id, environment, actor_id, id);
create index request_log_by_operation on request_log (organization_id, environment, operation, id);
create index request_log_by_failure on request_log (organization_id, environment, outcome, id) where outcome <> 'OK';
