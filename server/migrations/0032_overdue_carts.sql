-- Carts past their time are written down as abandoned by a worker, for all tenants, oldest first.

create index shopping_carts_overdue on shopping_carts (expires_at) where state = 'OPEN';
