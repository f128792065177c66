-- A change makes the first hundred results stale itself and leaves the others to a worker: a product may have a hundred
-- thousand scenarios.

create table scenario_changes (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null default uuid_v7(),
  -- Results that were made of an input, those of catalogues, or those that follow the factors of today.
  reach text not null check (reach in ('INPUT', 'CATALOGUE', 'FACTORS')),
  -- Of the event of the change; null for factors.
  input_id uuid,
  type text,
  data jsonb,
  -- A result that was written later is looked after by its run (domains/scenarios/staleness.ts).
  changed_at timestamptz not null default clock_timestamp(),
  worked_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, environment, id)
);
create index scenario_changes_by_turn on scenario_changes (worked_at);

create index scenarios_of_present_factors on scenarios (organization_id, environment, id)
  where state = 'COMPLETED' and calculation_id is null;

-- Makes the next results of a change stale and returns their number. An input that made a result stale is no input of it
-- any more, so that the next change does not read it again.
create function mark_changed_scenarios(organization uuid, data_plane text, change_id uuid, most int) returns int
language plpgsql as $$
declare
  change scenario_changes;
  -- The time of a result is rounded to a millisecond.
  latest timestamptz;
  ids uuid[];
begin
  select * into change from scenario_changes
  where organization_id = organization and environment = data_plane and id = change_id;
  latest := change.changed_at + interval '1 millisecond';
  if change.reach = 'INPUT' then
    ids := array(
      select inputs.scenario_id from scenario_inputs inputs join scenarios on
        scenarios.organization_id = organization and scenarios.environment = data_plane
        and scenarios.id = inputs.scenario_id
      where inputs.organization_id = organization and inputs.environment = data_plane
        and inputs.input_id = change.input_id and completed_at <= latest
      limit most);
    delete from scenario_inputs where organization_id = organization
      and environment = data_plane and scenario_id = any(ids) and input_id = change.input_id;
  elsif change.reach = 'CATALOGUE' then
    ids := array(
      select id from scenarios where organization_id = organization and environment = data_plane
        and catalogue is not null and state = 'COMPLETED' and completed_at <= latest
        and changes_result(change.type, change.data, catalogue)
      limit most);
  else
    ids := array(
      select id from scenarios where organization_id = organization and environment = data_plane
        and state = 'COMPLETED' and calculation_id is null and completed_at <= latest
      limit most);
  end if;
  update scenarios set state = 'STALE', updated_at = statement_timestamp(),
    stale_reason = coalesce(stale_reason_of(change.type, change.data), 'factor set changed')
  where organization_id = organization and environment = data_plane and id = any(ids)
    and state = 'COMPLETED';
  if cardinality(ids) < most then
    delete from scenario_changes where organization_id = organization
      and environment = data_plane and id = change_id;
  else
    update scenario_changes set worked_at = clock_timestamp() where organization_id = organization
      and environment = data_plane and id = change_id;
  end if;
  return cardinality(ids);
end
$$;

create or replace function mark_scenarios_stale() returns trigger language plpgsql as $$
declare
  change record;
  budget int := 100;
begin
  if not exists (select 1 from added where type in ('product.created', 'product.updated', 'product.deleted',
      'supply_chain.updated', 'supply_chain.deleted', 'order.updated', 'order.shipped')) then
    return null;
  end if;
  for change in
    insert into scenario_changes (organization_id, environment, reach, input_id, type, data)
    -- Any product may belong to a catalogue, or no longer: which ones do is known only by its filter.
    select organization_id, environment, 'CATALOGUE', object_id, type, data
    from (
      select distinct on (organization_id, environment, type, data -> 'changedFields') * from added
      where type like 'product.%'
    ) as of_kind
    where exists (select from scenarios where scenarios.organization_id = of_kind.organization_id
      and scenarios.environment = of_kind.environment and catalogue is not null and state = 'COMPLETED')
    union all
    select organization_id, environment, 'INPUT', object_id, type, data
    from added
    where changes_result(type, data, null)
      and exists (select from scenario_inputs inputs where inputs.organization_id = added.organization_id
        and inputs.environment = added.environment and inputs.input_id = added.object_id)
    returning organization_id, environment, id
  loop
    exit when budget = 0;
    budget := budget - mark_changed_scenarios(change.organization_id, change.environment, change.id, budget);
  end loop;
  return null;
end
$$;

create or replace function mark_all_scenarios_stale() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    insert into scenario_changes (organization_id, environment, reach)
    select distinct organization_id, environment, 'FACTORS' from added
    returning organization_id, environment, id
  loop
    perform mark_changed_scenarios(change.organization_id, change.environment, change.id, 100);
  end loop;
  return null;
end
$$;
