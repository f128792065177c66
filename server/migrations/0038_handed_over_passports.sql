-- Passports that passed to another organization with more grants than one request ends: a worker ends the others.

create table dpp_handovers (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  dpp_id uuid not null,
  -- The last grant that was ended, by id.
  after uuid not null,
  handed_over_at timestamptz not null,
  worked_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, environment, dpp_id)
);
create index dpp_handovers_by_turn on dpp_handovers (organization_id, environment, worked_at);
