-- Carts and transactions by when they were made: the default order of their lists, and filters on it.

create index transactions_by_creation on transactions (organization_id, environment, created_at, id);
create index shopping_carts_by_creation on shopping_carts (organization_id, environment, created_at, id);
