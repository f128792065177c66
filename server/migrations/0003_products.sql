-- Products: what is made and sold. Scalars in columns, the bill (components, packaging, steps, legs)
-- as one document that moves out of the row early, so that list pages stay small.

create table products (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  name text not null,
  description text,
  sku text,
  gtin text,
  status text not null check (status in ('DRAFT', 'ACTIVE', 'ARCHIVED')),
  sector_tags text[] not null,
  tags text[] not null,
  image_urls text[] not null,
  declared_amount float8 not null,
  declared_unit text not null,
  net_mass_kg float8,
  price_minor bigint,
  price_currency text,
  bill jsonb not null,
  is_mock boolean not null default false,
  co2e_kg float8,
  calculation_id uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, id),
  constraint products_external_id unique (organization_id, environment, external_id)
) with (toast_tuple_target = 256);

create index products_by_gtin on products (organization_id, environment, gtin) where gtin is not null;
create index products_by_sku on products (organization_id, environment, sku) where sku is not null;
create index products_by_name on products (organization_id, environment, name, id);
create index products_by_update on products (organization_id, environment, updated_at, id);
create index products_by_status on products (organization_id, environment, status, id);
create index products_shown on products (organization_id, environment, id) include (name) where status <> 'ARCHIVED';

-- Which products are parts of which: the edges of the organization's one system.
create table product_parts (
  organization_id uuid not null,
  environment text not null,
  product_id uuid not null,
  part_id uuid not null,
  primary key (organization_id, environment, product_id, part_id),
  foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id) on delete cascade,
  foreign key (organization_id, environment, part_id)
    references products (organization_id, environment, id)
);
create index product_parts_by_part on product_parts (organization_id, environment, part_id, product_id);

select count_list('products', 'status');
