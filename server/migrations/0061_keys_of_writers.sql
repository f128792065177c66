-- One place knows the key under which a transaction announces that it writes data of a tenant: those who announce and
-- those who look for announced writers read it there.

-- Key of the lock of a writer of a tenant; without a tenant, of a writer of all tenants.
create function writer_key(organization_id uuid, environment text) returns int language sql immutable parallel safe as $$
  select hashtext(coalesce(organization_id::text || environment, ''))
$$;

create or replace function announce_writer(organization_id uuid, environment text) returns void language sql as $$
  select pg_advisory_xact_lock_shared(
    writer_key(organization_id, environment),
    (select last_value & 2147483647 from event_positions)::int)
$$;

-- The announced writers of a tenant that run now, those of all tenants included: the name of the transaction, its
-- process, and the last position that was given out before, modulo 2147483648.
create function running_writers(organization_id uuid, environment text)
returns table (writer text, pid int, last_position bigint) language sql stable as $$
  select virtualtransaction, pid, objid::bigint from pg_locks
  where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid in (writer_key(organization_id, environment)::oid, writer_key(null, null)::oid)
$$;

create or replace function feed_horizon(organization_id uuid, environment text,
  out settled_position bigint, out settled_time timestamptz) language plpgsql as $$
declare
  period constant bigint := 2147483648;
  oldest record;
begin
  -- Both before the writers are looked at: a writer that announces itself later is beyond them.
  select last_value into settled_position from event_positions;
  settled_time := clock_timestamp();
  select max((settled_position - writers.last_position + period) % period) as distance,
    min(backends.xact_start) as started_at
  into oldest
  from running_writers(organization_id, environment) writers
    left join pg_stat_get_activity(writers.pid) backends on true;
  settled_position := settled_position - coalesce(oldest.distance, 0);
  settled_time := date_trunc('milliseconds', least(settled_time, oldest.started_at));
end
$$;
