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
  -- Time of the next attempt; null once the registry has decided.
  due_at timestamptz(3),
  attempted_at timestamptz(3),
  -- A worker holds the row until then, under the number of its attempt.
  leased_until timestamptz(3),
  purpose text not null default 'REGISTER' check (purpose in ('REGISTER', 'DEACTIVATE')),
  -- Counts changes of the purpose, so that the outcome of an earlier attempt does not end the later one.
  revision int not null default 1,
  -- Part of the idempotency key: a client may submit a version again that the registry refused (EN 18222,
  -- RegisterProductDPP), so that the registry decides again.
  submission int not null default 1,
  deactivation_submitted_at timestamptz(3),
  -- Reason why the last attempt brought no answer of the registry.
  failure text,
  primary key (organization_id, environment, dpp_id, number),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade
);
create index dpp_registrations_due on dpp_registrations (due_at) where due_at is not null;
create index dpp_registrations_open on dpp_registrations (organization_id, environment, attempted_at)
  where due_at is not null;
-- Rejected registrations need a person.
create index dpp_registrations_rejected on dpp_registrations (organization_id, environment, dpp_id, number)
  where state = 'REJECTED';

-- Each publication queues its version in its own transaction.
create function queue_registrations() returns trigger language plpgsql as $$
begin
  insert into dpp_registrations (organization_id, environment, dpp_id, number, hash, state, due_at)
  select v.organization_id, v.environment, v.dpp_id, v.number, v.hash, 'PENDING', now()
  from after_change join before_change using (organization_id, environment, id)
    join dpp_versions v on v.organization_id = after_change.organization_id
      and v.environment = after_change.environment and v.dpp_id = after_change.id
      and v.number = after_change.published_version
  where after_change.published_version is distinct from before_change.published_version
    and v.hash is not null
  on conflict do nothing;

  update dpp_registrations known
  set due_at = now(), purpose = 'DEACTIVATE', revision = revision + 1
  from after_change join before_change using (organization_id, environment, id)
  where known.organization_id = after_change.organization_id
    and known.environment = after_change.environment and known.dpp_id = after_change.id
    and known.number = after_change.published_version
    and known.purpose = 'REGISTER' and known.state in ('PENDING', 'REGISTERED')
    and after_change.granularity = 'ITEM'
    and after_change.status in ('REVOKED', 'END_OF_LIFE', 'ARCHIVED');
  return null;
end
$$;
create trigger queue_registrations after update on dpps
  referencing old table as before_change new table as after_change
  for each statement execute function queue_registrations();
