-- Products. Scalars are columns. The bill (components, packaging, steps, legs) is one document that is stored
-- outside the row from a small size on, so that list pages read little.

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
  metadata jsonb not null default '{}',
  image_urls text[] not null,
  declared_amount float8 not null,
  declared_unit text not null,
  net_mass_kg float8,
  volume_m3 float8,
  origin_country text,
  footprint_basis text not null default 'BASIC',
  price_minor bigint,
  price_currency text,
  bill jsonb not null,
  is_mock boolean not null default false,
  co2e_kg float8,
  calculation_id uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint products_external_id unique (organization_id, environment, external_id)
) with (toast_tuple_target = 256);

create index products_by_gtin on products (organization_id, environment, gtin) where gtin is not null;
create index products_by_sku on products (organization_id, environment, sku) where sku is not null;
create index products_shown on products (organization_id, environment, id) include (name) where status <> 'ARCHIVED';
-- A list is a walk along one of these indexes, so the time of a page does not grow with the catalogue. The
-- state leads each of them.
create index products_by_creation on products (organization_id, environment, status, created_at, id);
create index products_by_update on products (organization_id, environment, status, updated_at, id);
create index products_by_name on products (organization_id, environment, status, name, id);
create index products_by_price on products (organization_id, environment, status, price_currency, price_minor, id)
  where price_minor is not null;
create index products_by_footprint on products (organization_id, environment, status, co2e_kg, id)
  where co2e_kg is not null;

-- Trigrams of a name, each with its tenant in front: a column for the tenant would be read whole for each text.
-- An expression of functions written in C only, because it is evaluated for every row.
create function product_trigrams(organization_id uuid, environment text, name text) returns text[]
language sql immutable parallel safe
return string_to_array(
  search_scope(organization_id, environment, 'PRODUCT')
    || array_to_string(show_trgm(name), '|' || search_scope(organization_id, environment, 'PRODUCT')), '|');

-- Trigrams of every name that contains the text: for each three characters those that do not depend on the
-- characters around them, then every other of these, and the last. Fewer are looked up than exist, because a
-- frequent trigram costs more to read than the rows that it excludes.
create function product_text_trigrams(organization_id uuid, environment text, text text) returns text[]
language sql immutable parallel safe
return array(
  select search_scope(organization_id, environment, 'PRODUCT') || trigram
  from (
    select trigram, row_number() over (order by at, trigram) as number, count(*) over () as count
    from generate_series(1, length(text), 3) as at
    cross join lateral (select substr(text, least(at, greatest(length(text) - 2, 1)), 3) as piece) as pieces
    cross join lateral unnest(show_trgm(piece)) as trigram
    where trigram = any(show_trgm('0' || piece || '0')) and trigram = any(show_trgm('1' || piece || '1'))
  ) as kept
  where number % 2 = 1 or number = count);

create index products_by_text on products using gin (product_trigrams(organization_id, environment, name));

select count_list('products', 'status');
select search_in('products', 'PRODUCT', title => 'name',
  names => $$concat_ws(' ', sku, gtin, external_id)$$,
  others => $$concat_ws(' ', array_to_string(tags, ' '), array_to_string(sector_tags, ' '), left(description, 400))$$,
  exact => 'array[name, sku, gtin, external_id]', hidden => $$status = 'ARCHIVED'$$);
alter table products alter organization_id set (n_distinct = 10);

-- Components: the products that are part of a product.
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

-- The properties that lists filter and order by, once for each sector of a product.
create table product_sectors (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  sector text not null,
  status text not null,
  name text not null,
  price_minor bigint,
  price_currency text,
  co2e_kg float8,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, environment, id, sector)
);

create function keep_product_sectors() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from product_sectors using old_rows as product
    where product_sectors.organization_id = product.organization_id
      and product_sectors.environment = product.environment and product_sectors.id = product.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from product_sectors using new_rows as product
    where product_sectors.organization_id = product.organization_id
      and product_sectors.environment = product.environment
      and product_sectors.id = product.id and product_sectors.sector <> all (product.sector_tags);
  end if;
  insert into product_sectors as kept
  select distinct organization_id, environment, id, unnest(sector_tags), status, name, price_minor,
    price_currency, co2e_kg, created_at, updated_at
  from new_rows
  on conflict (organization_id, environment, id, sector) do update
  set (status, name, price_minor, price_currency, co2e_kg, updated_at) = (excluded.status, excluded.name,
    excluded.price_minor, excluded.price_currency, excluded.co2e_kg, excluded.updated_at)
  where kept is distinct from excluded;
  return null;
end
$$;
create trigger sectors_inserted after insert on products referencing new table as new_rows
  for each statement execute function keep_product_sectors();
create trigger sectors_updated after update on products referencing new table as new_rows
  for each statement execute function keep_product_sectors();
create trigger sectors_deleted after delete on products referencing old table as old_rows
  for each statement execute function keep_product_sectors();

create index product_sectors_by_creation
  on product_sectors (organization_id, environment, sector, status, created_at, id);
create index product_sectors_by_update
  on product_sectors (organization_id, environment, sector, status, updated_at, id);
create index product_sectors_by_name
  on product_sectors (organization_id, environment, sector, status, name, id);
create index product_sectors_by_price
  on product_sectors (organization_id, environment, sector, status, price_currency, price_minor, id)
  where price_minor is not null;
create index product_sectors_by_footprint
  on product_sectors (organization_id, environment, sector, status, co2e_kg, id) where co2e_kg is not null;
alter table product_sectors alter organization_id set (n_distinct = 10);
