-- Events: the outbox and the log. A change writes its event in its own transaction.

create sequence event_positions;
-- Readers take `last_value` for a position that was given out: of an unused sequence it is the next one.
select nextval('event_positions');

-- Announces to readers of change feeds that this transaction writes data of a tenant, until it ends. The
-- lock excludes nobody: pg_locks is a list of running writers that no crash leaves wrong. Its second key is
-- the last position given out before: all positions of this transaction are greater. Without a tenant it
-- announces a writer of all tenants.
create function announce_writer(organization_id uuid, environment text) returns void language sql as $$
  select pg_advisory_xact_lock_shared(
    hashtext(coalesce(organization_id::text || environment, '')),
    (select last_value & 2147483647 from event_positions)::int)
$$;

-- How far the feeds of a tenant are complete: no event up to `settled_position` and no change or id before
-- `settled_time` can appear any more, because no announced writer is older. Read the feed in a later
-- statement, whose snapshot has the changes of all writers that are not seen here.
create function feed_horizon(organization_id uuid, environment text,
  out settled_position bigint, out settled_time timestamptz) language plpgsql as $$
declare
  period constant bigint := 2147483648;
  oldest record;
begin
  -- Both before the writers are looked at: a writer that announces itself later is beyond them.
  select last_value into settled_position from event_positions;
  settled_time := clock_timestamp();
  select max((settled_position - locks.objid::bigint + period) % period) as distance,
    min(backends.xact_start) as started_at
  into oldest
  from pg_locks locks left join pg_stat_get_activity(locks.pid) backends on true
  where locks.locktype = 'advisory' and locks.objsubid = 2
    and locks.database = (select oid from pg_database where datname = current_database())
    and locks.classid in (hashtext(organization_id::text || environment)::oid, hashtext('')::oid);
  settled_position := settled_position - coalesce(oldest.distance, 0);
  settled_time := date_trunc('milliseconds', least(settled_time, oldest.started_at));
end
$$;

create table events (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  -- Place in the log. Ascending in the order of writing, with holes where transactions were rolled back.
  position bigint not null default nextval('event_positions'),
  type text not null,
  -- The object that the event is about.
  object_id uuid not null,
  data jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, environment, id)
);
create index events_by_position on events (organization_id, environment, position);
create index events_by_type on events (organization_id, environment, type, position);
create index events_by_object on events (organization_id, environment, object_id, position);
create index events_by_time on events (organization_id, environment, created_at);

select count_list('events', 'type');
alter table events alter organization_id set (n_distinct = 10);
