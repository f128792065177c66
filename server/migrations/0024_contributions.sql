-- Contributions: what was paid to climate projects with an order. Records of their own, beside the
-- footprint and never netted with it.

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
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  primary key (organization_id, environment, order_id, number),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id) on delete cascade
);
