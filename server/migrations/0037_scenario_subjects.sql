-- Orders as subjects of scenarios, and baselines that are pinned to a calculation.

-- Declared inputs, method and library of a calculation as deflated JSON: a scenario can be pinned to it. Null for
-- results that were made in bulk, or before this column.
alter table calculations add inputs bytea;
alter table calculations alter inputs set storage external;

alter table scenarios add order_id uuid;
-- The calculation whose inputs and factors are the baseline; null for a subject as it is at the run.
alter table scenarios add calculation_id uuid;
alter table scenarios drop constraint scenarios_subject;
alter table scenarios add constraint scenarios_subject
  check (num_nonnulls(product_id, supply_chain_id, order_id, catalogue) = 1);
alter table scenarios add constraint scenarios_order foreign key (organization_id, environment, order_id)
  references orders (organization_id, environment, id) on delete cascade;
create index scenarios_by_order on scenarios (organization_id, environment, order_id, id)
  where order_id is not null;

create or replace function stale_reason_of(type text, data jsonb) returns text language sql immutable as $$
  select type || ' ' || coalesce(data ->> 'productId', data ->> 'supplyChainId', data ->> 'orderId')
$$;

-- As in 0017, and for the orders whose lines or way change.
create or replace function mark_scenarios_stale() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from added where type in ('product.created', 'product.updated', 'product.deleted',
      'supply_chain.updated', 'supply_chain.deleted', 'order.updated', 'order.shipped')) then
    return null;
  end if;
  -- Any product may belong to a catalogue, or no longer: which ones do is known only by its filter.
  update scenarios set state = 'STALE', updated_at = statement_timestamp(),
    stale_reason = stale_reason_of(change.type, change.data)
  from (
    select distinct on (organization_id, environment) organization_id, environment, type, data
    from added where type in ('product.created', 'product.updated', 'product.deleted')
  ) change
  where scenarios.organization_id = change.organization_id and scenarios.environment = change.environment
    and scenarios.catalogue is not null and scenarios.state = 'COMPLETED';
  update scenarios set state = 'STALE', updated_at = statement_timestamp(),
    stale_reason = stale_reason_of(change.type, change.data)
  from (
    select distinct on (inputs.scenario_id) inputs.organization_id, inputs.environment,
      inputs.scenario_id, added.type, added.data
    from added join scenario_inputs inputs on inputs.organization_id = added.organization_id
      and inputs.environment = added.environment and inputs.input_id = added.object_id
    where added.type in ('product.updated', 'product.deleted', 'supply_chain.updated', 'supply_chain.deleted',
      'order.updated', 'order.shipped')
  ) change
  where scenarios.organization_id = change.organization_id and scenarios.environment = change.environment
    and scenarios.id = change.scenario_id and scenarios.state = 'COMPLETED';
  return null;
end
$$;

-- Own factor sets and packs come before all others: any result may change with them, but for those whose
-- library is that of their calculation.
create or replace function mark_all_scenarios_stale() returns trigger language plpgsql as $$
begin
  update scenarios set state = 'STALE', updated_at = statement_timestamp(), stale_reason = 'factor set changed'
  from (select distinct organization_id, environment from added) tenants
  where scenarios.organization_id = tenants.organization_id and scenarios.environment = tenants.environment
    and scenarios.state = 'COMPLETED' and scenarios.calculation_id is null;
  return null;
end
$$;
