-- A captured event reaches the second operator without waiting for a change of the passports that it names.
create function queue_replications_of_events() returns trigger language plpgsql as $$
begin
  update dpp_replications known set revision = known.revision + 1,
    waiting_since = coalesce(known.waiting_since, now()), due_at = now(), failure_count = 0
  from (
    select distinct dpps.organization_id, dpps.environment, dpps.id
    from added join dpps on dpps.organization_id = added.organization_id
      and dpps.environment = added.environment and dpps.identity = added.identity
  ) named
  where known.organization_id = named.organization_id and known.environment = named.environment
    and known.dpp_id = named.id;
  return null;
end
$$;
create trigger queue_replications_of_events after insert on epcis_event_products
  referencing new table as added for each statement execute function queue_replications_of_events();

-- The second operator has no event yet.
update dpp_replications known set revision = revision + 1, waiting_since = coalesce(waiting_since, now()),
  due_at = now(), replicated_at = null
from dpps where dpps.organization_id = known.organization_id and dpps.environment = known.environment
  and dpps.id = known.dpp_id and exists (select from epcis_event_products named
    where named.organization_id = dpps.organization_id and named.environment = dpps.environment
      and named.identity = dpps.identity);
