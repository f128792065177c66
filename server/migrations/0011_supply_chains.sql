-- Supply chains: facilities and the flows between them. The head of a chain is one row. Each version of it,
-- including the present one, is a row of its own with the network as one document, and stays readable.

create table supply_chains (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  name text not null,
  description text,
  product_id uuid,
  tags text[] not null,
  metadata jsonb not null default '{}',
  -- Properties of the present network, for lists.
  countries text[] not null,
  facility_count int not null,
  flow_count int not null,
  search_text text not null,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint supply_chains_external_id unique (organization_id, environment, external_id),
  constraint supply_chains_product foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id) on delete set null (product_id)
);

create index supply_chains_by_product on supply_chains (organization_id, environment, product_id, id)
  where product_id is not null;
create index supply_chains_by_name on supply_chains (organization_id, environment, name, id);
create index supply_chains_by_creation on supply_chains (organization_id, environment, created_at, id);
create index supply_chains_by_update on supply_chains (organization_id, environment, updated_at, id);
create index supply_chains_by_country on supply_chains
  using gin (organization_id, environment, countries);
create index supply_chains_by_tag on supply_chains using gin (organization_id, environment, tags);
create index supply_chains_by_text on supply_chains
  using gin (organization_id, environment, search_text gin_trgm_ops);

create table supply_chain_versions (
  organization_id uuid not null,
  environment text not null,
  supply_chain_id uuid not null,
  version int not null,
  name text not null,
  description text,
  product_id uuid,
  tags text[] not null,
  metadata jsonb not null default '{}',
  network jsonb not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, supply_chain_id, version),
  foreign key (organization_id, environment, supply_chain_id)
    references supply_chains (organization_id, environment, id) on delete cascade
) with (toast_tuple_target = 256);

select count_list('supply_chains');
select search_in('supply_chains', 'SUPPLY_CHAIN', title => 'name', names => $$coalesce(external_id, '')$$,
  others => $$concat_ws(' ', array_to_string(tags, ' '), search_text)$$, exact => 'array[name, external_id]');
alter table supply_chains alter organization_id set (n_distinct = 10);
