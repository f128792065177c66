-- Public answers are cached in every process; a commit that changes a passport drops those made from it.

create function announce_changed_passports() returns trigger language plpgsql as $$
begin
  -- A batch of many passports empties the caches with one notice.
  if (select count(*) from (select from changed limit 501) few) > 500 then
    perform pg_notify('trackway_public', 'all');
  else
    perform pg_notify('trackway_public', notice) from (
      select 'dpp:' || id as notice from changed
      union select 'gtin:' || gtin from changed where gtin is not null) notices;
  end if;
  return null;
end
$$;
create trigger announce_changed_passports after update on dpps
  referencing new table as changed for each statement execute function announce_changed_passports();
-- A reset of the sandbox deletes passports.
create trigger announce_deleted_passports after delete on dpps
  referencing old table as changed for each statement execute function announce_changed_passports();
create trigger announce_new_passports after insert on dpps
  referencing new table as changed for each statement execute function announce_changed_passports();

create function announce_changed_versions() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 501) few) > 500 then
    perform pg_notify('trackway_public', 'all');
  else
    perform pg_notify('trackway_public', 'dpp:' || dpp_id) from (select distinct dpp_id from changed) passports;
  end if;
  return null;
end
$$;
create trigger announce_changed_versions after update on dpp_versions
  referencing new table as changed for each statement execute function announce_changed_versions();
