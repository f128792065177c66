-- Bytes of the files of assets by tenant, kept in list_counts as the rows of lists are, so that a ceiling does not sum
-- all assets. Two assets of equal content count twice, although they share a file.

create function count_asset_bytes() returns trigger language plpgsql as $body$
begin
  insert into list_counts as counts (organization_id, environment, list, bucket, shard, row_count)
  select organization_id, environment, 'asset_bytes', '', mod(pg_backend_pid(), 16),
    sum(file_bytes) * case tg_op when 'INSERT' then 1 else -1 end
  from changed_rows group by organization_id, environment
  order by organization_id, environment
  on conflict (organization_id, environment, list, bucket, shard)
    do update set row_count = counts.row_count + excluded.row_count;
  return null;
end $body$;

create trigger count_bytes_inserted after insert on assets referencing new table as changed_rows
  for each statement execute function count_asset_bytes();
create trigger count_bytes_deleted after delete on assets referencing old table as changed_rows
  for each statement execute function count_asset_bytes();

insert into list_counts (organization_id, environment, list, bucket, shard, row_count)
select organization_id, environment, 'asset_bytes', '', 0, sum(file_bytes)
from assets group by organization_id, environment;
