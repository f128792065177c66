-- Customers with more orders, carts, payments and stored answers than one request erases: a worker erases the others.

create table customer_erasures (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  customer_id uuid not null,
  -- Parts that are not erased yet, each with the place that was reached.
  parts jsonb not null,
  worked_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, environment, customer_id),
  foreign key (organization_id, environment, customer_id)
    references customers (organization_id, environment, id) on delete cascade
);
create index customer_erasures_by_turn on customer_erasures (organization_id, environment, worked_at);
