-- What all domains use: extensions, idempotency keys, the counters behind `totalCount`, the fingerprint of
-- the secret.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Which secret the digests of API keys were made with, so that a service with another secret can say so
-- instead of refusing every key. One row; the fingerprint does not reveal the secret.
create table secret_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint text not null
);

create table idempotency_keys (
  organization_id uuid not null,
  environment text not null,
  idempotency_key text not null,
  response_path text not null,
  arguments_hash bytea not null,
  answer bytea,
  -- While a request computes outside of transactions, its lease makes requests with the same key wait.
  -- A lease that has ended belongs to a process that died: the key is free again.
  lease_id uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, environment, idempotency_key, response_path)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Number of rows per list, split by a bucket (such as the status), spread over shards so that writers of one
-- organization do not wait for one row.
create table list_counts (
  organization_id uuid not null,
  environment text not null,
  list text not null,
  bucket text not null,
  shard smallint not null,
  row_count bigint not null,
  primary key (organization_id, environment, list, bucket, shard)
);

-- Counts the rows of a table in list_counts, by statement triggers: a bulk load costs one update per tenant and
-- bucket. Each table has a function of its own, whose statements are planned once per connection. Updates are counted
-- only if a condition on settings of the transaction holds.
create function count_list(list_table regclass, bucket_column text default '', updated_if text default 'true')
returns void language plpgsql as $count$
declare
  rows text := format('select organization_id, environment, %s as bucket, %%s as sign from %%s',
    case when bucket_column = '' then '''''' else format('%I::text', bucket_column) end);
  added text := format(rows, '1', 'new_rows');
  removed text := format(rows, '-1', 'old_rows');
  keep text := format($sql$
    insert into list_counts as counts (organization_id, environment, list, bucket, shard, row_count)
    select organization_id, environment, %L, bucket, mod(pg_backend_pid(), 16), sum(sign)
    from (%%s) changed group by organization_id, environment, bucket having sum(sign) <> 0
    order by organization_id, environment, bucket
    on conflict (organization_id, environment, list, bucket, shard)
      do update set row_count = counts.row_count + excluded.row_count;
    $sql$, list_table);
begin
  execute format($sql$
    create function count_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then %2$s
      elsif tg_op = 'UPDATE' then %3$s
      else %4$s
      end if;
      return null;
    end $body$ $sql$,
    list_table, format(keep, added), format(keep, added || ' union all ' || removed), format(keep, removed));
  execute format('create trigger count_inserted after insert on %1$s referencing new table as new_rows
    for each statement execute function count_%1$s()', list_table);
  execute format('create trigger count_deleted after delete on %1$s referencing old table as old_rows
    for each statement execute function count_%1$s()', list_table);
  if bucket_column <> '' then
    execute format('create trigger count_updated after update on %1$s
      referencing old table as old_rows new table as new_rows
      for each statement when (%2$s) execute function count_%1$s()', list_table, updated_if);
  end if;
end
$count$;

-- Tables of customer data that grow large say `n_distinct = 10` for organization_id: they are planned as if
-- they had ten organizations. A prepared statement soon keeps one plan for every organization, made for one
-- of average size. If most are small, that plan reads all rows of an organization and sorts them, which is
-- slow for a large one; walking an index in order is as good for the small ones.

-- Tells the triggers of a statement which columns changed, which they cannot see: a trigger of rows notes it in a setting
-- of the transaction.
create function note_change() returns trigger language plpgsql as $$
begin
  perform set_config('trackway.' || tg_argv[0], 'on', true);
  return new;
end
$$;
