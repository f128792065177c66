-- Assets: rendered labels, tags, pictures and documents. Their files are outside of the database.

create table assets (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  kind text not null,
  size text not null,
  format text not null check (format in ('SVG', 'PNG', 'PDF', 'JSON')),
  locale text not null,
  -- A printed label outlives its subject, and a passport may pass to another organization: these are no foreign keys.
  product_id uuid,
  calculation_id uuid,
  supply_chain_id uuid,
  dpp_id uuid,
  snapshot_hash text,
  -- Everything that the bytes follow from: a lost file is rendered again.
  rendering jsonb not null,
  sha256 text not null,
  file_bytes int not null,
  width_mm float8 not null,
  height_mm float8 not null,
  description text not null,
  -- Null if it shows no stored logo.
  logo_sha256 text,
  is_public boolean not null default false,
  is_outdated boolean not null default false,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  foreign key (organization_id, environment, logo_sha256)
    references brand_logos (organization_id, environment, sha256)
);

create index assets_by_creation on assets (organization_id, environment, created_at, id);
create index assets_by_product on assets (organization_id, environment, product_id, id)
  where product_id is not null;
create index assets_by_calculation on assets (organization_id, environment, calculation_id, id)
  where calculation_id is not null;
create index assets_by_supply_chain on assets (organization_id, environment, supply_chain_id, id)
  where supply_chain_id is not null;
create index assets_by_logo on assets (organization_id, environment, logo_sha256)
  where logo_sha256 is not null;
create index assets_by_hash on assets (organization_id, environment, sha256);
-- A public address names no tenant.
create index assets_by_id on assets (id);

select count_list('assets');
alter table assets alter organization_id set (n_distinct = 10);

-- Bytes of the files of assets by tenant, kept in list_counts as the rows of lists are, so that a ceiling does not sum
-- all assets. Two assets of equal content count twice, although they share a file.
create function count_asset_bytes() returns trigger language plpgsql as $body$
begin
  insert into list_counts as counts (organization_id, environment, list, bucket, shard, row_count)
  select organization_id, environment, 'asset_bytes', '', mod(pg_backend_pid(), 16),
    sum(file_bytes) * case tg_op when 'INSERT' then 1 else -1 end
  from changed_rows group by organization_id, environment
  order by organization_id, environment
  on conflict (organization_id, environment, list, bucket, shard)
    do update set row_count = counts.row_count + excluded.row_count;
  return null;
end $body$;

create trigger count_bytes_inserted after insert on assets referencing new table as changed_rows
  for each statement execute function count_asset_bytes();
create trigger count_bytes_deleted after delete on assets referencing old table as changed_rows
  for each statement execute function count_asset_bytes();

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
