-- Products by every filter and order of their list, and calculations by when they were made. Texts and
-- tags need an index that also knows the tenant, so that one tenant's list never reads another's rows.

create index products_by_price on products (organization_id, environment, price_currency, price_minor, id)
  where price_minor is not null;
create index products_by_footprint on products (organization_id, environment, co2e_kg, id)
  where co2e_kg is not null;
create index products_by_creation on products (organization_id, environment, created_at, id);
create index products_by_sector on products using gin (organization_id, environment, sector_tags);
create index products_by_text on products using gin (organization_id, environment, name gin_trgm_ops);
create index calculations_by_creation on calculations (organization_id, environment, created_at, id);
