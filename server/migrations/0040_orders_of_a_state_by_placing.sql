-- What a shop looks at most: the orders of a state, the last placed first. Walked to by placing alone, a
-- page of a state that few orders have goes past all the others.
create index orders_by_state_and_placing on orders (organization_id, environment, state, placed_at, id);
create index orders_by_payment_state_and_placing
  on orders (organization_id, environment, payment_state, placed_at, id);
