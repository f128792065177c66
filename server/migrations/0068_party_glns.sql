-- The resolver answers for the GLN of a responsible party, such as the importer, from the public passports that name it.

-- Null if no responsible party has a GLN.
alter table dpps add column party_glns text[] collate "C";

-- One row per GLN of a public passport: an index on a list cannot give the first passports of a GLN in their order.
create table dpp_party_glns (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  dpp_id uuid not null,
  gln text collate "C" not null,
  is_below_model boolean not null,
  published_at timestamptz(3) not null,
  primary key (organization_id, environment, dpp_id, gln),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade
);
create index dpp_party_glns_by_gln on dpp_party_glns (gln, environment, is_below_model, published_at, dpp_id);

create function keep_party_glns() returns trigger language plpgsql as $$
begin
  delete from dpp_party_glns known using changed
  where known.organization_id = changed.organization_id and known.environment = changed.environment
    and known.dpp_id = changed.id
    and (changed.status not in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED')
      or known.gln <> all (coalesce(changed.party_glns, '{}')));
  insert into dpp_party_glns
  select organization_id, environment, id, gln, granularity <> 'MODEL', published_at
  from changed, unnest(party_glns) as gln
  where status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED')
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_party_glns_of_changed after update on dpps
  referencing new table as changed for each statement execute function keep_party_glns();
-- A transfer and a restored back-up insert published passports.
create trigger keep_party_glns_of_new after insert on dpps
  referencing new table as changed for each statement execute function keep_party_glns();

create or replace function announce_changed_passports() returns trigger language plpgsql as $$
begin
  -- A batch of many passports empties the caches with one notice.
  if (select count(*) from (select from changed limit 501) few) > 500 then
    perform pg_notify('trackway_public', 'all');
  else
    perform pg_notify('trackway_public', notice) from (
      select 'dpp:' || id as notice from changed
      union select 'gtin:' || gtin from changed where gtin is not null
      union select 'gln:' || operator_gln from changed where operator_gln is not null
      union select 'gln:' || facility_gln from changed where facility_gln is not null
      union select 'gln:' || gln from changed, unnest(party_glns) as gln) notices;
  end if;
  return null;
end
$$;
