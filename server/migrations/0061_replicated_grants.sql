-- A new or a revoked grant of access reaches the second operator without waiting for a change of its passport: a revoked token
-- must open nothing there either.

create function queue_replications_of_grants() returns trigger language plpgsql as $$
begin
  update dpp_replications known set revision = known.revision + 1,
    waiting_since = coalesce(known.waiting_since, now()), due_at = now(), failure_count = 0
  from (
    select organization_id, environment, dpp_id from changed where dpp_id is not null
    -- Every package has the grants of many passports: that of any passport of the tenant takes them along.
    union select organization_id, environment, (select dpp_id from dpp_replications any_of_tenant
        where any_of_tenant.organization_id = changed.organization_id
          and any_of_tenant.environment = changed.environment order by dpp_id limit 1)
      from changed where dpp_id is null and product_id is null) granted
  where known.organization_id = granted.organization_id and known.environment = granted.environment
    and known.dpp_id = granted.dpp_id;
  return null;
end
$$;
create trigger queue_replications_of_new_grants after insert on dpp_grants
  referencing new table as changed for each statement execute function queue_replications_of_grants();
create trigger queue_replications_of_changed_grants after update on dpp_grants
  referencing new table as changed for each statement execute function queue_replications_of_grants();
