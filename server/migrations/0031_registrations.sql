-- Registration of passports in the registry of Implementing Regulation (EU) 2026/1778: the outbox and its outcomes.

create table dpp_registrations (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  dpp_id uuid not null,
  -- Version of the passport; the registry keeps the hash of each.
  number int not null,
  hash text not null,
  state text not null check (state in ('PENDING', 'REGISTERED', 'REJECTED', 'DEACTIVATED')),
  registration_id text,
  errors jsonb not null default '[]',
  attempt_count int not null default 0,
  submitted_at timestamptz(3),
  changed_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, dpp_id, number),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade
);
