-- Scenarios: lists of overrides with their results, and the inputs whose change makes a result stale.

create table scenarios (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  name text not null,
  description text,
  state text not null
    check (state in ('DRAFT', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'STALE')),
  -- Exactly one of them; the scenario goes with its subject.
  product_id uuid,
  supply_chain_id uuid,
  order_id uuid,
  -- Filter of the products that are a catalogue.
  catalogue jsonb,
  -- The calculation whose inputs and factors are the baseline; null for a subject as it is at the run.
  calculation_id uuid,
  -- Method, overrides, sweep and target.
  definition jsonb not null,
  job_id uuid,
  baseline_id uuid,
  outcome_id uuid,
  -- JSON packed by Brotli, as the results of calculations.
  result bytea,
  -- Job whose rows of scenario_products the result is made of.
  result_job_id uuid,
  error text,
  stale_reason text,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  completed_at timestamptz(3),
  primary key (organization_id, environment, id),
  constraint scenarios_external_id unique (organization_id, environment, external_id),
  constraint scenarios_subject check (num_nonnulls(product_id, supply_chain_id, order_id, catalogue) = 1),
  constraint scenarios_product foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id) on delete cascade,
  constraint scenarios_supply_chain foreign key (organization_id, environment, supply_chain_id)
    references supply_chains (organization_id, environment, id) on delete cascade,
  constraint scenarios_order foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade
) with (toast_tuple_target = 256);

alter table scenarios alter result set storage external;

create index scenarios_by_creation on scenarios (organization_id, environment, created_at, id);
create index scenarios_by_product on scenarios (organization_id, environment, product_id, id)
  where product_id is not null;
create index scenarios_by_supply_chain on scenarios (organization_id, environment, supply_chain_id, id)
  where supply_chain_id is not null;
create index scenarios_by_order on scenarios (organization_id, environment, order_id, id)
  where order_id is not null;
create index scenarios_by_state on scenarios (organization_id, environment, state, id);

select count_list('scenarios');
alter table scenarios alter organization_id set (n_distinct = 10);

create index scenarios_of_catalogues on scenarios (organization_id, environment, id)
  where catalogue is not null and state = 'COMPLETED';

-- Results of the products of catalogue scenarios, by the job that made them. Runs that were replaced, and
-- scenarios that were deleted, lose their rows by a job: there may be hundreds of thousands.
create table scenario_products (
  organization_id uuid not null,
  environment text not null,
  scenario_id uuid not null,
  job_id uuid not null,
  product_id uuid not null,
  baseline_co2e_kg float8,
  outcome_co2e_kg float8,
  -- |outcome - baseline|; -1 for a product that could not be calculated.
  effect_co2e_kg float8 not null,
  problems jsonb,
  primary key (organization_id, environment, scenario_id, job_id, product_id)
);
create index scenario_products_by_effect
  on scenario_products (organization_id, environment, scenario_id, job_id, effect_co2e_kg, product_id);
alter table scenario_products alter organization_id set (n_distinct = 10);

-- Products, supply chains and orders that the result of a scenario was made of.
create table scenario_inputs (
  organization_id uuid not null,
  environment text not null,
  scenario_id uuid not null,
  input_id uuid not null,
  primary key (organization_id, environment, scenario_id, input_id),
  foreign key (organization_id, environment, scenario_id)
    references scenarios (organization_id, environment, id) on delete cascade
);
create index scenario_inputs_by_input on scenario_inputs (organization_id, environment, input_id);

create function stale_reason_of(type text, data jsonb) returns text language sql immutable as $$
  select type || ' ' || coalesce(data ->> 'productId', data ->> 'supplyChainId', data ->> 'orderId')
$$;

-- A result is stale in the transaction that changes one of its inputs: nothing scans for it.
create function mark_scenarios_stale() returns trigger language plpgsql as $$
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
create trigger mark_scenarios_stale after insert on events
  referencing new table as added for each statement execute function mark_scenarios_stale();

-- Own factor sets and packs come before all others: any result may change with them, but for those whose
-- library is that of their calculation.
create function mark_all_scenarios_stale() returns trigger language plpgsql as $$
begin
  update scenarios set state = 'STALE', updated_at = statement_timestamp(), stale_reason = 'factor set changed'
  from (select distinct organization_id, environment from added) tenants
  where scenarios.organization_id = tenants.organization_id and scenarios.environment = tenants.environment
    and scenarios.state = 'COMPLETED' and scenarios.calculation_id is null;
  return null;
end
$$;
create trigger mark_all_scenarios_stale after insert on organization_factor_sets
  referencing new table as added for each statement execute function mark_all_scenarios_stale();
create trigger mark_all_scenarios_stale after insert on organization_factor_packs
  referencing new table as added for each statement execute function mark_all_scenarios_stale();
