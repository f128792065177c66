-- Lists of products find their page in steps that do not grow with the list: the state leads the index of
-- every order, what lists filter and order by is kept once more for each sector, and the index of texts
-- has its tenant inside its keys, because a column of its own would be read whole for each text.

drop index products_by_status, products_by_name, products_by_update, products_by_creation,
  products_by_price, products_by_footprint, products_by_sector, products_by_text;

create index products_by_creation on products (organization_id, environment, status, created_at, id);
create index products_by_update on products (organization_id, environment, status, updated_at, id);
create index products_by_name on products (organization_id, environment, status, name, id);
create index products_by_price on products (organization_id, environment, status, price_currency, price_minor, id)
  where price_minor is not null;
create index products_by_footprint on products (organization_id, environment, status, co2e_kg, id)
  where co2e_kg is not null;

-- The trigrams of a name. An expression of functions in C only, because it is worked out for every row.
create function product_trigrams(organization_id uuid, environment text, name text) returns text[]
language sql immutable parallel safe
return string_to_array(
  search_scope(organization_id, environment, 'PRODUCT')
    || array_to_string(show_trgm(name), '|' || search_scope(organization_id, environment, 'PRODUCT')), '|');

-- Trigrams of every name with this text in it: of each three characters those that stay, whatever
-- stands around them. A trigram more would cost more than the rows that it leaves out.
create function product_text_trigrams(organization_id uuid, environment text, text text) returns text[]
language sql immutable parallel safe
return array(
  select trigram
  from generate_series(1, length(text), 3) as at
  cross join lateral (select substr(text, least(at, greatest(length(text) - 2, 1)), 3) as piece) as pieces
  cross join lateral (
    select unnest(product_trigrams(organization_id, environment, piece))
    intersect select unnest(product_trigrams(organization_id, environment, '0' || piece || '0'))
    intersect select unnest(product_trigrams(organization_id, environment, '1' || piece || '1'))
  ) as kept (trigram));

create index products_by_text on products using gin (product_trigrams(organization_id, environment, name));

-- What lists filter and order by, once for each sector of a product.
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

insert into product_sectors
select distinct organization_id, environment, id, unnest(sector_tags), status, name, price_minor,
  price_currency, co2e_kg, created_at, updated_at
from products;

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
