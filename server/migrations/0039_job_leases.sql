-- Jobs: how often each was taken, so that a worker whose job was taken over while it was held up can tell,
-- and changes it no more.

alter table jobs add column lease int not null default 0;
