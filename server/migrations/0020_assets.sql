-- Assets: rendered labels, tags, pictures and documents. Their files are outside of the database.

create table assets (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  kind text not null,
  size text not null,
  format text not null check (format in ('SVG', 'PNG', 'PDF', 'JSON')),
  locale text not null,
  -- A printed label outlives its product, so these are no foreign keys.
  product_id uuid,
  calculation_id uuid,
  snapshot_hash text,
  -- Everything that the bytes follow from: a lost file is rendered again.
  rendering jsonb not null,
  sha256 text not null,
  file_bytes int not null,
  width_mm float8 not null,
  height_mm float8 not null,
  description text not null,
  is_public boolean not null default false,
  is_outdated boolean not null default false,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id)
);

create index assets_by_creation on assets (organization_id, environment, created_at, id);
create index assets_by_product on assets (organization_id, environment, product_id, id)
  where product_id is not null;
create index assets_by_calculation on assets (organization_id, environment, calculation_id, id)
  where calculation_id is not null;
create index assets_by_hash on assets (organization_id, environment, sha256);
-- A public address names no tenant.
create index assets_by_id on assets (id);

select count_list('assets');
alter table assets alter organization_id set (n_distinct = 10);

-- A line for each product of a batch, which one job renders.
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
