-- Replication of live passports to a second operator: an outbox with a row for each published passport, and the packages
-- that an instance in the role of back-up has taken.

create table dpp_replications (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  dpp_id uuid not null,
  -- Counts changes, so that the delivery of an earlier one does not end the later one.
  revision int not null default 1,
  -- Time of the oldest change that was not delivered; null if the back-up is current.
  waiting_since timestamptz(3),
  due_at timestamptz(3),
  leased_until timestamptz(3),
  -- Number of the attempt that holds the row.
  lease int not null default 0,
  failure_count int not null default 0,
  failure text,
  replicated_at timestamptz(3),
  primary key (organization_id, environment, dpp_id),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade
);
create index dpp_replications_due on dpp_replications (due_at) where due_at is not null;
create index dpp_replications_due_of_tenant on dpp_replications (organization_id, environment, due_at)
  where due_at is not null;

create function queue_replications() returns trigger language plpgsql as $$
begin
  insert into dpp_replications as known (organization_id, environment, dpp_id, waiting_since, due_at)
  select organization_id, environment, id, now(), now() from changed where published_version is not null
  on conflict (organization_id, environment, dpp_id) do update set revision = known.revision + 1,
    waiting_since = coalesce(known.waiting_since, now()), due_at = now(), failure_count = 0;
  return null;
end
$$;
create trigger queue_replications after update on dpps
  referencing new table as changed for each statement execute function queue_replications();

-- A compromised key signs versions again.
create function queue_replications_of_versions() returns trigger language plpgsql as $$
begin
  update dpp_replications known set revision = revision + 1,
    waiting_since = coalesce(known.waiting_since, now()), due_at = now(), failure_count = 0
  from (select distinct organization_id, environment, dpp_id from changed) as versions
  where known.organization_id = versions.organization_id and known.environment = versions.environment
    and known.dpp_id = versions.dpp_id;
  return null;
end
$$;
create trigger queue_replications_of_versions after update on dpp_versions
  referencing new table as changed for each statement execute function queue_replications_of_versions();

-- A new or a revoked grant of access reaches the second operator without waiting for a change of its passport: a revoked token
-- must open nothing there either.
create function queue_replications_of_grants() returns trigger language plpgsql as $$
begin
  update dpp_replications known set revision = known.revision + 1,
    waiting_since = coalesce(known.waiting_since, now()), due_at = now(), failure_count = 0
  from (
    select organization_id, environment, dpp_id from changed where dpp_id is not null
    -- Every package has the grants of many passports: that of any passport of the tenant takes them along.
    union select organization_id, environment, (select dpp_id from dpp_replications any_of_tenant
        where any_of_tenant.organization_id = changed.organization_id
          and any_of_tenant.environment = changed.environment order by dpp_id limit 1)
      from changed where dpp_id is null and product_id is null) granted
  where known.organization_id = granted.organization_id and known.environment = granted.environment
    and known.dpp_id = granted.dpp_id;
  return null;
end
$$;
create trigger queue_replications_of_new_grants after insert on dpp_grants
  referencing new table as changed for each statement execute function queue_replications_of_grants();
create trigger queue_replications_of_changed_grants after update on dpp_grants
  referencing new table as changed for each statement execute function queue_replications_of_grants();

create table received_packages (
  name text collate "C" primary key,
  received_at timestamptz(3) not null default statement_timestamp()
);
