-- Orders: sales, their lines, addresses, returns, footprint ledger and climate contributions. Addresses have a
-- table of their own, because they are personal data and are erased while the order stays. Rows of the
-- footprint ledger are only added.

create table orders (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text collate "C",
  state text not null check (state in ('DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'RETURNED', 'CANCELLED')),
  payment_state text not null check (payment_state in ('UNPAID', 'AUTHORIZED', 'PARTIALLY_PAID', 'PAID',
    'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED')),
  customer_id uuid,
  currency text not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  shipping_minor bigint not null check (shipping_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor between 0 and subtotal_minor),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  tips_minor bigint not null default 0 check (tips_minor >= 0),
  total_minor bigint not null
    check (total_minor = subtotal_minor - discount_minor + shipping_minor + tax_minor + tips_minor),
  -- Label, rate and amount of each.
  discounts jsonb not null default '[]',
  taxes jsonb not null default '[]',
  metadata jsonb not null default '{}',
  captured_minor bigint not null default 0 check (captured_minor between 0 and total_minor),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and captured_minor),
  shipping_legs jsonb not null,
  shipping_split text not null check (shipping_split in ('MASS', 'VOLUME', 'VALUE')),
  shipping_co2e_kg float8,
  co2e_kg float8,
  is_mock boolean not null default false,
  placed_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  shipped_at timestamptz(3),
  delivered_at timestamptz(3),
  returned_at timestamptz(3),
  cancelled_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  foreign key (organization_id, environment, customer_id)
    references customers (organization_id, environment, id)
);
-- A cancelled order frees its id for another one.
create unique index orders_external_id on orders (organization_id, environment, external_id)
  where state <> 'CANCELLED';
create index orders_by_external_id on orders (organization_id, environment, external_id, id);
create index orders_by_text on orders (organization_id, environment, lower(external_id collate "default") collate "C");
create index orders_by_creation on orders (organization_id, environment, created_at, id);
create index orders_by_state on orders (organization_id, environment, state, id);
create index orders_by_payment_state on orders (organization_id, environment, payment_state, id);
create index orders_by_state_and_placing on orders (organization_id, environment, state, placed_at, id);
create index orders_by_payment_state_and_placing
  on orders (organization_id, environment, payment_state, placed_at, id);
create index orders_by_customer on orders (organization_id, environment, customer_id, id)
  where customer_id is not null;
create index orders_by_placing on orders (organization_id, environment, placed_at, id);
create index orders_by_update on orders (organization_id, environment, updated_at, id);
create index orders_by_total on orders (organization_id, environment, total_minor, id);
create index orders_by_footprint on orders (organization_id, environment, co2e_kg, id)
  where co2e_kg is not null;
select count_list('orders', 'state');
select search_in('orders', 'ORDER', title => 'external_id', names => $$''$$, others => $$''$$,
  exact => 'array[external_id]', hidden => 'external_id is null', is_private => true);
alter table orders alter organization_id set (n_distinct = 10);

create table order_lines (
  organization_id uuid not null,
  environment text not null,
  order_id uuid not null,
  number int not null check (number between 1 and 250),
  product_id uuid not null,
  name text not null,
  quantity int not null check (quantity > 0),
  returned_quantity int not null default 0 check (returned_quantity between 0 and quantity),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  unit_mass_kg float8,
  unit_volume_m3 float8,
  unit_co2e_kg float8,
  calculation_id uuid,
  -- Restatement by a later calculation; the values that were frozen at confirmation stay.
  restated_unit_co2e_kg float8,
  restated_calculation_id uuid,
  -- Part of the present footprint of a unit that is an assumed way to the customer.
  unit_assumed_distribution_co2e_kg float8 not null default 0,
  primary key (organization_id, environment, order_id, number),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade,
  foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id)
);
create index order_lines_by_product on order_lines (organization_id, environment, product_id, order_id, number);
alter table order_lines alter organization_id set (n_distinct = 10);

create table order_addresses (
  organization_id uuid not null,
  environment text not null,
  order_id uuid not null,
  shipping jsonb,
  billing jsonb,
  primary key (organization_id, environment, order_id),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade
);

create table order_returns (
  organization_id uuid not null,
  environment text not null,
  order_id uuid not null,
  id uuid not null,
  lines jsonb not null,
  transport_legs jsonb not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, order_id, id),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade
);

-- Amounts are numeric, so that an amount and its reversal add up to exactly zero.
create table order_footprint_entries (
  organization_id uuid not null,
  environment text not null,
  order_id uuid not null,
  number int not null,
  kind text not null check (kind in ('CALCULATED', 'SHIPPED', 'RETURNED', 'ADJUSTED', 'CONTRIBUTION')),
  part text not null check (part in ('PRODUCT', 'OUTBOUND_TRANSPORT', 'RETURN_TRANSPORT', 'RECONDITIONING',
    'END_OF_LIFE', 'CONTRIBUTION')),
  line_number int,
  quantity int,
  co2e_kg numeric not null,
  calculation_id uuid,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, order_id, number),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name;
end
$$;
create trigger order_footprint_entries_stay before update on order_footprint_entries
  for each statement execute function refuse_change();

-- Payments to climate projects with an order. They are never netted with the footprint.
create table order_contributions (
  organization_id uuid not null,
  environment text not null,
  order_id uuid not null,
  number int not null check (number between 1 and 250),
  state text not null check (state in ('PLEDGED', 'RETIRED', 'REVERSED')),
  project text not null,
  registry text not null,
  serial_number text,
  co2e_kg float8 not null check (co2e_kg > 0),
  price_minor bigint check (price_minor >= 0),
  currency text,
  created_at timestamptz(3) not null default statement_timestamp(),
  settled_at timestamptz(3),
  primary key (organization_id, environment, order_id, number),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade
);
