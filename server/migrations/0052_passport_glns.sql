-- The resolver answers for the GLN of an operator or a facility from the public passports that name it.

alter table dpps
  add operator_gln text collate "C",
  add facility_gln text collate "C";

-- Passports of models come first: a page of a GLN lists them and does not read those of single items.
create index dpps_public_by_operator_gln on dpps
    (operator_gln, environment, (granularity <> 'MODEL'), published_at, id)
  where operator_gln is not null and status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED');
create index dpps_public_by_facility_gln on dpps
    (facility_gln, environment, (granularity <> 'MODEL'), published_at, id)
  where facility_gln is not null and status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED');

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
      union select 'gln:' || facility_gln from changed where facility_gln is not null) notices;
  end if;
  return null;
end
$$;
