-- Long work: what is asked for, how far it came, and who is at it until when.

create table jobs (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  kind text not null,
  state text not null check (state in ('AWAITING_FILE', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  input jsonb not null,
  -- Where to go on after an interruption; written in the transaction of the work it stands for.
  checkpoint jsonb,
  total_count bigint,
  done_count bigint not null default 0,
  failed_count bigint not null default 0,
  error text,
  is_cancel_requested boolean not null default false,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (organization_id, environment, id)
);

create index jobs_to_do on jobs (created_at) where state in ('QUEUED', 'RUNNING');
create index jobs_by_kind on jobs (organization_id, environment, kind, id);

select count_list('jobs', 'kind');
