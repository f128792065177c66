-- Transactions of a type or a state in both of their orders: by id alone they had to be sorted, or the
-- others walked past.

drop index transactions_by_type, transactions_by_state;
create index transactions_by_type on transactions (organization_id, environment, type, created_at, id);
create index transactions_by_state on transactions (organization_id, environment, state, created_at, id);
create index transactions_by_type_and_update on transactions (organization_id, environment, type, updated_at, id);
create index transactions_by_state_and_update on transactions (organization_id, environment, state, updated_at, id);
