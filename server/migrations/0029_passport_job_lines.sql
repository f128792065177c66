-- Lines of the jobs of passports: one for each product of a catalogue, and one for each draft that a
-- publication refused.

create table dpp_job_lines (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  job_id uuid not null,
  id uuid not null,
  product_id uuid,
  dpp_id uuid,
  outcome text not null check (outcome in ('CREATED', 'EXISTED', 'REFUSED')),
  problems jsonb,
  primary key (organization_id, environment, job_id, id)
);
