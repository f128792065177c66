-- Catalogue calculations, with a row of results per product of a run; and which supply chain, cart or
-- order a calculation is of.

alter table calculations add column job_id uuid;
alter table calculations add column subject_id uuid;
create index calculations_by_subject on calculations (organization_id, environment, subject_id, id)
  where subject_id is not null;

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
