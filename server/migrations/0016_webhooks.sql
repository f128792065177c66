-- Webhooks: endpoints, the queue of each, deliveries with their attempts.

create table webhook_endpoints (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  url text not null,
  description text,
  -- Null is every type, also those that come later.
  event_types text[],
  is_enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('MANUAL', 'GONE', 'FAILING')),
  disabled_at timestamptz(3),
  -- Encrypted with AES-256-GCM, with the id of the key; so are the headers, a JSON object.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  headers bytea,
  header_names text[] not null default '{}',
  max_per_second int not null default 100 check (max_per_second between 1 and 1000),
  api_version text not null,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id)
);
select count_list('webhook_endpoints');

-- One row per endpoint that the dispatcher works on: when it is due, who holds it, how it is doing.
create table webhook_queues (
  organization_id uuid not null,
  environment text not null,
  endpoint_id uuid not null,
  due_at timestamptz not null default 'infinity',
  lease int not null default 0,
  leased_until timestamptz not null default '-infinity',
  -- Since when every attempt failed; null while the last one succeeded.
  failing_since timestamptz,
  primary key (organization_id, environment, endpoint_id),
  foreign key (organization_id, environment, endpoint_id)
    references webhook_endpoints (organization_id, environment, id) on delete cascade
) with (fillfactor = 50);
create index webhook_queues_by_due on webhook_queues (due_at);

-- Deliveries and attempts are partitioned by day: the first 48 bits of a delivery's id are its time. The
-- service makes the partitions ahead and drops those of more than 30 days.
create table webhook_deliveries (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  -- Payload of a test, which is no event of the log.
  test_data jsonb,
  state text not null default 'PENDING' check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  attempt_count int not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, environment, id)
) partition by range (id);
create table webhook_deliveries_other partition of webhook_deliveries default;
create index webhook_deliveries_due on webhook_deliveries (organization_id, environment, endpoint_id, due_at)
  where state = 'PENDING';
-- The oldest delivery that waits, for the health of the endpoint.
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, environment, endpoint_id, id)
  where state = 'PENDING';
create index webhook_deliveries_by_endpoint on webhook_deliveries (organization_id, environment, endpoint_id, id);
create index webhook_deliveries_by_event on webhook_deliveries (organization_id, environment, event_id);
alter table webhook_deliveries_other alter organization_id set (n_distinct = 10);

create table webhook_attempts (
  organization_id uuid not null,
  environment text not null,
  delivery_id uuid not null,
  number int not null,
  started_at timestamptz(3) not null,
  -- What was sent and what came back, as the API shows it.
  report jsonb not null,
  primary key (organization_id, environment, delivery_id, number)
) partition by range (delivery_id);
create table webhook_attempts_other partition of webhook_attempts default;

-- Attempts by hour and answer time, kept for 25 hours. Each bucket of times is 10 % longer than the one before.
create table webhook_health (
  organization_id uuid not null,
  environment text not null,
  endpoint_id uuid not null,
  hour timestamptz not null,
  -- -1 if no answer came.
  bucket smallint not null,
  succeeded int not null,
  failed int not null,
  primary key (organization_id, environment, endpoint_id, hour, bucket)
) with (fillfactor = 50);
create index webhook_health_by_hour on webhook_health (hour);

create function uuid_v7() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

-- Endpoints with new deliveries. Inserted in the transaction of the event, because an update of the queue
-- there would make writers of one tenant wait for each other; the dispatcher moves them to the queue. NOTIFY
-- follows after the commit: within the transaction it would make all committing transactions wait for each other.
create table webhook_wakeups (
  organization_id uuid not null,
  environment text not null,
  id uuid not null default uuid_v7(),
  endpoint_id uuid not null,
  primary key (organization_id, environment, id)
);

create function fan_out_events() returns trigger language plpgsql as $$
begin
  with made as (
    insert into webhook_deliveries (organization_id, environment, id, endpoint_id, event_id, event_type)
    select events.organization_id, events.environment, uuid_v7(), endpoints.id, events.id, events.type
    from new_events events join webhook_endpoints endpoints
      on endpoints.organization_id = events.organization_id and endpoints.environment = events.environment
    where endpoints.is_enabled
      and (endpoints.event_types is null or events.type = any(endpoints.event_types))
    returning organization_id, environment, endpoint_id
  )
  insert into webhook_wakeups (organization_id, environment, endpoint_id)
  select distinct organization_id, environment, endpoint_id from made;
  return null;
end
$$;
create trigger fan_out after insert on events referencing new table as new_events
  for each statement execute function fan_out_events();
