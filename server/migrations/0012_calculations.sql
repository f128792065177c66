-- Calculations: immutable results with the data that explain and replay them, and the results of catalogue
-- calculations, one row per product.

create table calculations (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  kind text not null,
  detail text not null check (detail in ('BASIC', 'FULL')),
  state text not null check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  product_id uuid,
  -- The supply chain, cart or order that was calculated.
  subject_id uuid,
  -- The scenario that the result was made for, even if it was deleted since.
  scenario_id uuid,
  footprint_basis text,
  job_id uuid,
  co2e_kg float8,
  -- Part of it that is an assumed way to the customer: real legs of an order replace it.
  assumed_distribution_co2e_kg float8 not null default 0,
  snapshot_hash text,
  -- JSON packed by Brotli: the service packs it in a fraction of the time that PostgreSQL needs for jsonb.
  result bytea,
  snapshot bytea,
  -- Declared inputs, method and library, packed alike: a scenario can be pinned to them. Null for results in bulk.
  inputs bytea,
  -- The largest gains of measuring a factor, per FULL result (engine/src/measurement.ts).
  measurement_gains jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, id)
) with (toast_tuple_target = 256);

alter table calculations alter result set storage external, alter snapshot set storage external,
  alter inputs set storage external;

create index calculations_by_product on calculations (organization_id, environment, product_id, id)
  where product_id is not null;
create index calculations_by_subject on calculations (organization_id, environment, subject_id, id)
  where subject_id is not null;
-- The history of a product leaves the results of scenarios out, without reading them.
create index calculations_of_product_itself on calculations (organization_id, environment, product_id, id)
  where product_id is not null and scenario_id is null;
create index calculations_of_scenarios on calculations (organization_id, environment, id)
  where scenario_id is not null;
-- Footprints that partners may fetch: those of products from cradle to gate.
create index calculations_as_footprints on calculations (organization_id, environment, id)
  where footprint_basis = 'FULL_CRADLE_TO_GATE';
create index footprints_of_product on calculations (organization_id, environment, product_id, id)
  where footprint_basis = 'FULL_CRADLE_TO_GATE';
create index calculations_by_kind on calculations (organization_id, environment, kind, id);
create index calculations_by_creation on calculations (organization_id, environment, created_at, id);
create index calculations_by_hash on calculations (organization_id, environment, snapshot_hash);

select count_list('calculations', 'kind');
alter table calculations alter organization_id set (n_distinct = 10);

create table catalogue_results (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  calculation_id uuid not null,
  product_id uuid not null,
  co2e_kg float8,
  phases float8[],
  indicators float8[],
  problems jsonb,
  primary key (organization_id, environment, calculation_id, product_id),
  foreign key (organization_id, environment, calculation_id)
    references calculations (organization_id, environment, id) on delete cascade
);
create index catalogue_problems on catalogue_results (organization_id, environment, calculation_id, product_id)
  where problems is not null;
