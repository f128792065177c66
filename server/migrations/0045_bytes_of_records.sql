-- Bytes of the records of each environment, which its tier bounds: measured by workers, and estimated in between.

create table record_bytes (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  -- Null before the first measurement.
  measured bigint,
  measured_at timestamptz(3),
  -- Sent by transactions since then.
  written bigint not null default 0,
  -- No measurement begins before.
  rest_until timestamptz not null default '-infinity',
  primary key (organization_id, environment)
) with (fillfactor = 50);

-- Measurements that wait or are under way, with the place that was reached.
create table record_measurements (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  due_at timestamptz not null,
  failures int not null default 0,
  started_at timestamptz,
  -- `record_bytes.written` at the start.
  written_before bigint not null default 0,
  -- The table whose rows are read; the tables before it by name are done.
  reached_table text not null default '',
  -- Rest of the key of the last row that was read; null before the first.
  reached_key text[],
  table_rows bigint not null default 0,
  table_bytes bigint not null default 0,
  -- Of the tables that are done.
  bytes bigint not null default 0,
  primary key (organization_id, environment)
);
