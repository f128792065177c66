-- Shopping carts: what someone is about to buy, one line per product. A cart past its time counts as
-- abandoned without anyone writing that down.

create table shopping_carts (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  state text not null check (state in ('OPEN', 'CHECKED_OUT', 'ABANDONED')),
  customer_id uuid,
  currency text not null,
  order_id uuid,
  is_mock boolean not null default false,
  expires_at timestamptz(3) not null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, id),
  constraint shopping_carts_external_id unique (organization_id, environment, external_id),
  check ((state = 'CHECKED_OUT') = (order_id is not null)),
  foreign key (organization_id, environment, customer_id)
    references customers (organization_id, environment, id),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id)
);
create index shopping_carts_by_state on shopping_carts (organization_id, environment, state, id);
create index shopping_carts_by_update on shopping_carts (organization_id, environment, updated_at, id);
create index shopping_carts_by_customer on shopping_carts (organization_id, environment, customer_id, id)
  where customer_id is not null;
create index shopping_carts_by_order on shopping_carts (organization_id, environment, order_id)
  where order_id is not null;
select count_list('shopping_carts');

create table shopping_cart_lines (
  organization_id uuid not null,
  environment text not null,
  cart_id uuid not null,
  product_id uuid not null,
  quantity int not null check (quantity > 0),
  -- Null follows the price of the product.
  unit_price_minor bigint check (unit_price_minor >= 0),
  added_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, cart_id, product_id),
  foreign key (organization_id, environment, cart_id)
    references shopping_carts (organization_id, environment, id) on delete cascade,
  foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id)
);
create index shopping_cart_lines_by_product on shopping_cart_lines (organization_id, environment, product_id);
