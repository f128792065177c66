-- A supply chain keeps the id of its deleted product, which it shows as none: a product may have a hundred thousand
-- supply chains, and to clear it in each took longer than a request may.
alter table supply_chains drop constraint supply_chains_product;
