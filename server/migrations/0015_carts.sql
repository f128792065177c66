-- Shopping carts: intended purchases, one line per product. An expired cart counts as abandoned, even before a
-- worker writes that state.

create table shopping_carts (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  state text not null check (state in ('OPEN', 'CHECKED_OUT', 'ABANDONED')),
  customer_id uuid,
  -- Null until the first price is put into a cart that was created empty.
  currency text,
  order_id uuid,
  metadata jsonb not null default '{}',
  is_mock boolean not null default false,
  expires_at timestamptz(3) not null,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint shopping_carts_external_id unique (organization_id, environment, external_id),
  check ((state = 'CHECKED_OUT') = (order_id is not null)),
  foreign key (organization_id, environment, customer_id)
    references customers (organization_id, environment, id),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id)
);
create index shopping_carts_by_state on shopping_carts (organization_id, environment, state, id);
create index shopping_carts_by_creation on shopping_carts (organization_id, environment, created_at, id);
create index shopping_carts_by_update on shopping_carts (organization_id, environment, updated_at, id);
create index shopping_carts_by_customer on shopping_carts (organization_id, environment, customer_id, id)
  where customer_id is not null;
create index shopping_carts_by_order on shopping_carts (organization_id, environment, order_id)
  where order_id is not null;
-- The worker writes expired carts as abandoned for all tenants, oldest first.
create index shopping_carts_overdue on shopping_carts (expires_at) where state = 'OPEN';
select count_list('shopping_carts');
alter table shopping_carts alter organization_id set (n_distinct = 10);

create table shopping_cart_lines (
  organization_id uuid not null,
  environment text not null,
  cart_id uuid not null,
  product_id uuid not null,
  quantity int not null check (quantity > 0),
  -- Null: the price of the product applies.
  unit_price_minor bigint check (unit_price_minor >= 0),
  added_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, cart_id, product_id),
  foreign key (organization_id, environment, cart_id)
    references shopping_carts (organization_id, environment, id) on delete cascade,
  foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id)
);
create index shopping_cart_lines_by_product on shopping_cart_lines (organization_id, environment, product_id);
