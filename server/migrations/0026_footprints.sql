-- Footprints that others may fetch: calculations of products from cradle to gate. Lists of them walk an index, and
-- products state the carbon content that PACT asks for.

create index calculations_as_footprints on calculations (organization_id, environment, id)
  where footprint_basis = 'FULL_CRADLE_TO_GATE';
create index footprints_of_product on calculations (organization_id, environment, product_id, id)
  where footprint_basis = 'FULL_CRADLE_TO_GATE';

-- Product identifiers of PACT are compared without regard to case.
create index products_by_folded_sku on products (organization_id, environment, lower(sku)) where sku is not null;

alter table products
  add column fossil_carbon_content_kg float8,
  add column biogenic_carbon_content_kg float8;
