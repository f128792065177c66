-- Lists of products by the state of their footprint, all and of one sector: each state has an index in the order of
-- ids, as products_without_footprint and products_with_outdated_footprint are.
create index products_with_current_footprint on products (organization_id, environment, id)
  where co2e_kg is not null and not has_outdated_footprint and status <> 'ARCHIVED';

alter table product_sectors add has_outdated_footprint boolean not null default false;
update product_sectors set has_outdated_footprint = true from products
where product_sectors.organization_id = products.organization_id
  and product_sectors.environment = products.environment and product_sectors.id = products.id
  and products.has_outdated_footprint;

create index product_sectors_without_footprint on product_sectors (organization_id, environment, sector, id)
  where co2e_kg is null and status <> 'ARCHIVED';
create index product_sectors_with_outdated_footprint on product_sectors (organization_id, environment, sector, id)
  where has_outdated_footprint and status <> 'ARCHIVED';
create index product_sectors_with_current_footprint on product_sectors (organization_id, environment, sector, id)
  where co2e_kg is not null and not has_outdated_footprint and status <> 'ARCHIVED';

create or replace function keep_product_sectors() returns trigger language plpgsql as $$
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
    price_currency, co2e_kg, created_at, updated_at, has_outdated_footprint
  from new_rows
  on conflict (organization_id, environment, id, sector) do update
  set (status, name, price_minor, price_currency, co2e_kg, updated_at, has_outdated_footprint) = (excluded.status,
    excluded.name, excluded.price_minor, excluded.price_currency, excluded.co2e_kg, excluded.updated_at,
    excluded.has_outdated_footprint)
  where kept is distinct from excluded;
  return null;
end
$$;
