-- Jobs: long work, its progress, and until when a worker holds it.

create table jobs (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  kind text not null,
  state text not null check (state in ('AWAITING_FILE', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  input jsonb not null,
  -- The point at which work resumes after an interruption; written in the transaction of that work.
  checkpoint jsonb,
  total_count bigint,
  done_count bigint not null default 0,
  failed_count bigint not null default 0,
  -- Bytes of the job's files on the disk, with those reserved for an upload under way.
  file_bytes bigint not null default 0,
  -- Its files may not be fetched any more, because a person in them was erased; a worker deletes them.
  has_expired_files boolean not null default false,
  error text,
  is_cancel_requested boolean not null default false,
  -- Number of times the job was taken. A worker whose job was taken over in the meantime sees another number
  -- and changes nothing.
  lease int not null default 0,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (organization_id, environment, id)
);

create index jobs_to_do on jobs (created_at) where state in ('QUEUED', 'RUNNING');
create index jobs_open on jobs (organization_id, environment) where finished_at is null;
create index jobs_with_files on jobs (organization_id, environment) include (file_bytes) where file_bytes > 0;
create index jobs_with_expired_files on jobs (id) where has_expired_files and file_bytes > 0;
create index jobs_by_kind on jobs (organization_id, environment, kind, id);

select count_list('jobs', 'kind');
-- Failed jobs need a person: they are found by an index that holds nothing else.
create index jobs_failed on jobs (organization_id, environment, id) where state = 'FAILED';
