-- Search: of matches that are too many to rank, the sample ends when it is large enough, not with its bucket,
-- which may hold three times as many again. Each row of it is read from another page of the table.

create or replace function search_matches(tenant uuid, plane text, wanted_kind text, sets uuid[],
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
      limit case bucket when 0 then most else enough end - reached;
    get diagnostics added = row_count;
    reached := reached + added;
    exit when reached >= enough;
  end loop;
end
$$;
