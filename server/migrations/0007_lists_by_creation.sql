-- Customers and supply chains by when they were made: the default order of their lists, and filters on it.

create index customers_by_creation on customers (organization_id, environment, created_at, id);
create index supply_chains_by_creation on supply_chains (organization_id, environment, created_at, id);

-- The erased are few, and looked for alone.
create index customers_erased on customers (organization_id, environment, created_at, id) where is_erased;
