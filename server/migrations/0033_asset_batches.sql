-- Assets of many products, rendered by one job: a line for each product.

create table asset_batch_results (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  job_id uuid not null,
  product_id uuid not null,
  -- Null if the asset could not be rendered; problems say why.
  asset_id uuid,
  problems jsonb,
  primary key (organization_id, environment, job_id, product_id)
);
