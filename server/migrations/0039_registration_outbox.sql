-- The registrations of passports become an outbox: each publication queues its version in its own transaction.

alter table dpp_registrations
  -- Time of the next attempt; null once the registry has decided.
  add column due_at timestamptz(3),
  add column attempted_at timestamptz(3),
  -- A worker holds the row until then, under the number of its attempt.
  add column leased_until timestamptz(3),
  add column purpose text not null default 'REGISTER' check (purpose in ('REGISTER', 'DEACTIVATE')),
  -- Counts changes of the purpose, so that the outcome of an earlier attempt does not end the later one.
  add column revision int not null default 1,
  add column deactivation_submitted_at timestamptz(3),
  -- Reason why the last attempt brought no answer of the registry.
  add column failure text;

create index dpp_registrations_due on dpp_registrations (due_at) where due_at is not null;
create index dpp_registrations_open on dpp_registrations (organization_id, environment, attempted_at)
  where due_at is not null;

-- Passports that were published or ended before there was an outbox.
insert into dpp_registrations (organization_id, environment, dpp_id, number, hash, state)
select v.organization_id, v.environment, v.dpp_id, v.number, v.hash, 'PENDING'
from dpps join dpp_versions v on v.organization_id = dpps.organization_id
  and v.environment = dpps.environment and v.dpp_id = dpps.id and v.number = dpps.published_version
where dpps.status in ('PUBLISHED', 'SUSPENDED') and v.hash is not null
on conflict do nothing;
update dpp_registrations set due_at = now() where state = 'PENDING';
update dpp_registrations known set due_at = now(), purpose = 'DEACTIVATE'
from dpps
where known.organization_id = dpps.organization_id and known.environment = dpps.environment
  and known.dpp_id = dpps.id and known.number = dpps.published_version
  and known.state in ('PENDING', 'REGISTERED') and dpps.granularity = 'ITEM'
  and dpps.status in ('REVOKED', 'END_OF_LIFE', 'ARCHIVED');

create function queue_registrations() returns trigger language plpgsql as $$
begin
  insert into dpp_registrations (organization_id, environment, dpp_id, number, hash, state, due_at)
  select v.organization_id, v.environment, v.dpp_id, v.number, v.hash, 'PENDING', now()
  from after_change join before_change using (organization_id, environment, id)
    join dpp_versions v on v.organization_id = after_change.organization_id
      and v.environment = after_change.environment and v.dpp_id = after_change.id
      and v.number = after_change.published_version
  where after_change.published_version is distinct from before_change.published_version
    and v.hash is not null
  on conflict do nothing;

  update dpp_registrations known
  set due_at = now(), purpose = 'DEACTIVATE', revision = revision + 1
  from after_change join before_change using (organization_id, environment, id)
  where known.organization_id = after_change.organization_id
    and known.environment = after_change.environment and known.dpp_id = after_change.id
    and known.number = after_change.published_version
    and known.purpose = 'REGISTER' and known.state in ('PENDING', 'REGISTERED')
    and after_change.granularity = 'ITEM'
    and after_change.status in ('REVOKED', 'END_OF_LIFE', 'ARCHIVED');
  return null;
end
$$;
create trigger queue_registrations after update on dpps
  referencing old table as before_change new table as after_change
  for each statement execute function queue_registrations();
