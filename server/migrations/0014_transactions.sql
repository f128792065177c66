-- Transactions: the money ledger of orders. A row is an authorization, capture, refund or void. After it is
-- written only its state changes, from PENDING, and the amount that later rows claim of it. The check on
-- claimed_minor guards against races: no amount is captured or refunded twice.

create table transactions (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  order_id uuid not null,
  parent_id uuid,
  type text not null check (type in ('AUTHORIZATION', 'CAPTURE', 'REFUND', 'VOID')),
  state text not null check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  amount_minor bigint not null check (amount_minor > 0),
  claimed_minor bigint not null default 0 check (claimed_minor between 0 and amount_minor),
  currency text not null,
  provider text,
  metadata jsonb not null default '{}',
  is_mock boolean not null default false,
  settled_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint transactions_external_id unique (organization_id, environment, external_id),
  foreign key (organization_id, environment, order_id)
    references orders (organization_id, environment, id),
  foreign key (organization_id, environment, parent_id)
    references transactions (organization_id, environment, id),
  check ((type in ('REFUND', 'VOID')) <= (parent_id is not null)),
  check (type <> 'AUTHORIZATION' or parent_id is null)
);
create index transactions_by_order on transactions (organization_id, environment, order_id, id);
create index transactions_by_parent on transactions (organization_id, environment, parent_id)
  where parent_id is not null;
create index transactions_by_creation on transactions (organization_id, environment, created_at, id);
create index transactions_by_type on transactions (organization_id, environment, type, created_at, id);
create index transactions_by_state on transactions (organization_id, environment, state, created_at, id);
create index transactions_by_type_and_update on transactions (organization_id, environment, type, updated_at, id);
create index transactions_by_state_and_update on transactions (organization_id, environment, state, updated_at, id);
create index transactions_by_update on transactions (organization_id, environment, updated_at, id);
select count_list('transactions', 'type');
alter table transactions alter organization_id set (n_distinct = 10);
