-- Divides every table of customer data into partitions by hash of the organization, so that they can lie on several
-- disks (docs/operations/citus.md). Keeps all rows. Stop every process of Trackway first; a new release whose
-- migrations add tables needs it again:
--   trackway migrate
--   PGOPTIONS='-c trackway.partitions=16' psql "$DATABASE_URL" -f deploy/partitions.sql
do $divide$
declare
  partition_count constant int := coalesce(current_setting('trackway.partitions', true), '16')::int;
  names constant name[] := array(
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
      and 2 = (select count(*) from pg_attribute
               where attrelid = pg_class.oid and attname in ('organization_id', 'environment'))
    order by relname);
  tables constant regclass[] := names::text[]::regclass[];
  table_name name;
  statement text;
begin
  -- Everything that other tables or functions have on a table is removed from all, and made again at the end.
  create temp table uses on commit drop as
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as addition
  from pg_constraint
  where contype = 'f' and conparentid = 0 and (conrelid = any(tables) or confrelid = any(tables))
  union
  select format('drop function %s', objid::regprocedure), pg_get_functiondef(objid)
  from pg_depend
  where classid = 'pg_proc'::regclass and refclassid = 'pg_class'::regclass and refobjid = any(tables);

  create temp table parts on commit drop as
  select conrelid as table_id, 1 as place,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as addition
  from pg_constraint where contype in ('p', 'u') and conrelid = any(tables)
  union all
  select indrelid, 2, pg_get_indexdef(indexrelid)
  from pg_index
  where indrelid = any(tables) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  union all
  select tgrelid, 3, pg_get_triggerdef(oid) from pg_trigger where tgrelid = any(tables) and not tgisinternal;

  for statement in select removal from uses loop
    execute statement;
  end loop;
  foreach table_name in array names loop
    execute format('alter table %1$I rename to whole_table', table_name);
    execute format('create table %1$I (like whole_table including all excluding indexes) partition by hash (organization_id)',
                   table_name);
    for remainder in 0..partition_count - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)%s',
                     table_name || '_' || remainder, table_name, partition_count, remainder,
                     (select format(' with (%s)', array_to_string(reloptions, ', ')) from pg_class
                      where oid = 'whole_table'::regclass and reloptions is not null));
      -- Each partition has statistics of its own, and the settings of them.
      for statement in
        select format('alter table %I alter %I set (%s)', table_name || '_' || remainder, attname, array_to_string(attoptions, ', '))
        from pg_attribute where attrelid = 'whole_table'::regclass and attoptions is not null
      loop
        execute statement;
      end loop;
    end loop;
    select format('insert into %1$I (%2$s) select %2$s from whole_table', table_name, string_agg(quote_ident(attname), ', '))
    into statement from pg_attribute
    where attrelid = 'whole_table'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute statement;
    create temp table own_parts on commit drop as
    select place, addition from parts where table_id = 'whole_table'::regclass;
    drop table whole_table;
    for statement in select addition from own_parts order by place loop
      execute statement;
    end loop;
    drop table own_parts;
    -- A violated key is reported by the name of the partition's index: the name of the whole one and the number, which the service removes.
    for statement in
      select format('alter index %I rename to %I', part.relname, whole.relname || '_' || substring(divided.relname from '[0-9]+$'))
      from pg_index join pg_class divided on divided.oid = indrelid
        join pg_inherits on inhrelid = indexrelid
        join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent
      where indisunique and indrelid in (select inhrelid from pg_inherits where inhparent = table_name::text::regclass)
    loop
      execute statement;
    end loop;
  end loop;
  for statement in select addition from uses loop
    execute statement;
  end loop;
end
$divide$;

analyze;
