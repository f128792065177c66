-- Calculations: immutable results with all that explains and replays them.

create table calculations (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  kind text not null,
  detail text not null check (detail in ('BASIC', 'FULL')),
  state text not null check (state in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  product_id uuid,
  co2e_kg float8,
  snapshot_hash text,
  result jsonb,
  snapshot jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, id)
) with (toast_tuple_target = 256);

create index calculations_by_product on calculations (organization_id, environment, product_id, id)
  where product_id is not null;
create index calculations_by_kind on calculations (organization_id, environment, kind, id);
create index calculations_by_hash on calculations (organization_id, environment, snapshot_hash);

select count_list('calculations', 'kind');
