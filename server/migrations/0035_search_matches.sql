-- Search: how far a search reads is decided after each bucket, which a single statement cannot.

-- The matches of one kind, a bucket after the other, the smallest first, until there are enough; at most
-- so many. `_` in the queries stands for the bucket. The lexemes begin with a hash of the tenant, and
-- what they find is compared with it outside: inside, PostgreSQL would read the whole primary key of the
-- tenant beside the index of words. The plan is the same for all queries, and dearer to make than to run.
create function search_matches(tenant uuid, plane text, wanted_kind text, sets uuid[],
  match text, ranking text, enough int, most int)
returns table (id uuid, title text, rank real)
language plpgsql stable rows 300 set plan_cache_mode = force_generic_plan as $$
declare
  asked tsquery;
  weighed tsquery;
  reached int := 0;
  added int;
begin
  for bucket in reverse 5..0 loop
    asked := replace(match, '_', bucket::text)::tsquery;
    weighed := replace(ranking, '_', bucket::text)::tsquery;
    return query
      select own.id, own.title, ts_rank('{0.1,0.2,0.4,1}', own.words, weighed)
      from (select * from search_documents where words @@ asked offset 0) as own
      where own.organization_id = tenant and own.environment = plane and own.kind = wanted_kind
        and (sets is null or own.set_id = any(sets))
      limit most - reached;
    get diagnostics added = row_count;
    reached := reached + added;
    exit when reached >= enough;
  end loop;
end
$$;
