-- Events: the outbox. A change writes its event in its own transaction.

create table events (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, environment, id)
);
create index events_by_type on events (organization_id, environment, type, id);

select count_list('events', 'type');
alter table events alter organization_id set (n_distinct = 10);
