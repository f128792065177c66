-- Exchange of footprints with partners: who they are, and what is asked, answered and announced.

create table footprint_partners (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  name text not null,
  url text not null,
  client_id text not null,
  -- Encrypted with AES-256-GCM, with the id of the key.
  client_secret bytea not null,
  -- The key that the partner uses here.
  api_key_id uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint footprint_partners_api_key unique (organization_id, environment, api_key_id)
);

create table footprint_requests (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  partner_id uuid not null,
  kind text not null check (kind in ('REQUEST', 'ANSWER', 'UPDATE', 'ANNOUNCEMENT')),
  state text not null check (state in ('QUEUED', 'WAITING', 'COMPLETED', 'REJECTED', 'FAILED')),
  -- Id of the event that asks: of ours for a request, of the partner's for an answer or update.
  event_id text not null,
  criteria jsonb not null,
  -- The component that takes the footprint.
  product_id uuid,
  component text,
  document jsonb,
  document_sha256 text,
  error text,
  attempt_count int not null default 0,
  -- Time of the next attempt; null if none is left.
  due_at timestamptz(3),
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default statement_timestamp(),
  finished_at timestamptz(3),
  primary key (organization_id, environment, id),
  foreign key (organization_id, environment, partner_id)
    references footprint_partners (organization_id, environment, id) on delete cascade
);
create index footprint_requests_of_partner on footprint_requests (organization_id, environment, partner_id, id);
create unique index footprint_events_once on footprint_requests (organization_id, environment, partner_id, kind, event_id);
create index footprint_requests_due on footprint_requests (due_at) where due_at is not null;

select count_list('footprint_partners');
select count_list('footprint_requests');
