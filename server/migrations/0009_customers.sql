-- Customers: the buyers. Their personal data are limited to what a shop needs to know whom it sold to. An
-- erased customer is a row without personal data that keeps the totals.

create table customers (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  name text,
  email text,
  country text,
  language text,
  tags text[] not null,
  metadata jsonb not null,
  order_count int not null default 0,
  total_co2e_kg float8 not null default 0,
  -- Minor units by currency: {"EUR": 1990}.
  total_spent jsonb not null default '{}',
  erased_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  is_erased boolean not null generated always as (erased_at is not null) stored,
  name_key text not null generated always as (lower(coalesce(name, ''))) stored,
  search_text text not null generated always as (
    lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(external_id, ''))
  ) stored,
  primary key (organization_id, environment, id),
  constraint customers_external_id unique (organization_id, environment, external_id)
);

create index customers_by_name on customers (organization_id, environment, name_key, id);
create index customers_by_creation on customers (organization_id, environment, created_at, id);
create index customers_by_update on customers (organization_id, environment, updated_at, id);
create index customers_by_orders on customers (organization_id, environment, order_count, id);
create index customers_by_footprint on customers (organization_id, environment, total_co2e_kg, id);
create index customers_by_country on customers (organization_id, environment, country, id);
create index customers_by_email on customers (organization_id, environment, lower(email), id);
create index customers_by_tag on customers using gin (organization_id, environment, tags);
create index customers_by_text on customers
  using gin (organization_id, environment, search_text gin_trgm_ops);

-- Erased customers are few, and are listed separately.
create index customers_erased on customers (organization_id, environment, created_at, id) where is_erased;

select count_list('customers', 'is_erased');
select search_in('customers', 'CUSTOMER', title => $$coalesce(name, '')$$,
  names => $$concat_ws(' ', email, external_id)$$, others => $$array_to_string(tags, ' ')$$,
  exact => 'array[name, email, external_id]',
  hidden => 'erased_at is not null', is_private => true);
alter table customers alter organization_id set (n_distinct = 10);
