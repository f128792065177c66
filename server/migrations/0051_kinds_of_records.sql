-- The bytes of an environment's records by kind, so that its owner sees what fills it.

-- Bytes by kind, of the tables that are done.
alter table record_measurements add column kinds jsonb not null default '{}';

-- Bytes by kind, of the last measurement; empty before the first.
alter table record_bytes add column kinds jsonb not null default '{}';
