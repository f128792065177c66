-- Old events can be deleted: what is left to delete, and how far those of each type are gone.

create table event_deletions (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  -- Events that were recorded before are deleted, a page at a time.
  created_until timestamptz(3) not null,
  worked_at timestamptz not null default clock_timestamp(),
  failures int not null default 0,
  primary key (organization_id, environment)
);

-- The last deleted event of each type: a reader whose cursor is before it would miss events unnoticed.
create table deleted_events (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  type text not null,
  position bigint not null,
  primary key (organization_id, environment, type)
);
