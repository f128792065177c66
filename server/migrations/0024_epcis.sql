-- Traceability events (EPCIS 2.0) as they were captured, and the products, batches and items that each names.

create table epcis_events (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  event_id text collate "C" not null,
  -- A declaration that an event was wrong repeats its event id.
  is_error_declaration boolean not null,
  type text not null,
  action text,
  event_time timestamptz(3) not null,
  biz_step text,
  disposition text,
  -- Class of access of the whole event.
  access text not null check (access in ('PUBLIC', 'RESTRICTED', 'CONFORMITY', 'INDIVIDUAL', 'INTERNAL')),
  -- SHA-256 of its canonical JSON, which distinguishes a repeated event from another one.
  sha256 text not null,
  -- JSON packed by Brotli; masks apply when it is read.
  document bytea not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint epcis_events_event_id unique (organization_id, environment, event_id, is_error_declaration)
);
alter table epcis_events alter document set storage external;
select count_list('epcis_events');
alter table epcis_events alter organization_id set (n_distinct = 10);

create table epcis_event_products (
  organization_id uuid not null,
  environment text not null,
  -- Path of the GS1 Digital Link, as in dpps.
  identity text collate "C" not null,
  event_id uuid not null,
  access text not null,
  primary key (organization_id, environment, identity, event_id),
  foreign key (organization_id, environment, event_id)
    references epcis_events (organization_id, environment, id) on delete cascade
);
-- For readers who may see some classes only.
create index epcis_event_products_by_access
  on epcis_event_products (organization_id, environment, identity, access, event_id);
create index epcis_event_products_by_event on epcis_event_products (organization_id, environment, event_id);
