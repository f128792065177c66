-- Search: one row per object that can be found, kept by triggers in the transaction that writes the object. A
-- domain registers its table with search_in. Every lexeme begins with a hash of its tenant and kind and with
-- the bucket of its row. So one compressed GIN index serves all tenants, and a search reads only the words of
-- its tenant, and only as many buckets as it needs: bucket 5 holds one in 1,024 of the rows of a tenant, and
-- each lower one about four times as many as the one above.

create table search_documents (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  kind text not null check (kind in ('PRODUCT', 'CUSTOMER', 'ORDER', 'SUPPLY_CHAIN', 'FACTOR', 'DPP')),
  id uuid not null,
  -- The set of a factor, which may be a pack that is switched off.
  set_id uuid,
  -- Plain words of its name; empty for people.
  title text not null collate "C",
  words tsvector not null,
  primary key (organization_id, environment, kind, id)
);
-- The words of all rows of a statement are written into the index together and sorted, which costs a quarter of
-- writing each row alone. The pending list is emptied before the statement ends, because a search reads it for
-- every bucket.
create index search_documents_by_word on search_documents
  using gin (words) with (fastupdate = on, gin_pending_list_limit = 256);
-- A divided table (deploy/partitions.sql) has an index for each partition; the tree of a whole index is empty.
create function search_index_words() returns trigger language plpgsql as $$
begin
  perform gin_clean_pending_list(coalesce(relid, whole))
  from (select 'search_documents_by_word'::regclass as whole) as named left join pg_partition_tree(whole) on isleaf;
  return null;
end
$$;
create trigger search_written after insert or update on search_documents
  for each statement execute function search_index_words();
create index search_documents_by_title on search_documents (organization_id, environment, kind, title, id)
  where title <> '';

-- Index of misspellings: each word under itself and under itself without any one letter. A word stays when no
-- object has it any more. The writer is part of the key, because transactions that write the same new word at
-- the same time would otherwise wait for each other.
create table search_words (
  organization_id uuid not null,
  environment text not null,
  key text not null collate "C",
  word text not null collate "C",
  writer bigint not null default txid_current(),
  primary key (organization_id, environment, key, word, writer)
);

-- The hash that leads the lexemes of a tenant and kind.
create function search_scope(organization_id uuid, environment text, kind text) returns text
language sql immutable parallel safe
return left(md5(organization_id::text || environment || kind), 8);

-- 0 to 5: pairs of zero bits at the end of an id.
create function search_bucket(id uuid) returns text
language sql immutable parallel safe
return ((10 - length(rtrim(right(('x' || right(id::text, 3))::bit(12)::text, 10), '0'))) / 2)::text;

-- Letters that have no accent to take away, as people write them without the key: Straße is strasse.
create function search_letters(value text) returns text
language sql immutable parallel safe
return translate(replace(replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðı', 'olddi');

-- Lower case, without accents and ligatures, single spaces between runs of letters and digits. Text after 500
-- characters is not found; the limit keeps the longest word below the longest lexeme.
create function search_normal(value text) returns text
language sql immutable parallel safe
return trim(regexp_replace(
  case when octet_length(left(value, 500)) = length(left(value, 500)) then lower(left(value, 500))
    else regexp_replace(normalize(search_letters(lower(left(value, 500))), nfkd), '[\u0300-\u036f]', '', 'g') end,
  '[^[:alnum:]]+', ' ', 'g'));

-- The keys of a word in search_words.
create function search_keys(word text) returns text[]
language sql immutable parallel safe
return case when word ~ '^[[:alpha:]]{4,20}$'
  then array(select word union select overlay(word placing '' from at for 1) from generate_series(1, length(word)) as at)
  else '{}' end;

-- The lexemes of an object; those of its names weigh more.
create function search_vector(scope text, names text, others text) returns tsvector
language sql immutable parallel safe
return concat_ws(' ',
  scope || replace(nullif(names, ''), ' ', ':1A ' || scope) || ':1A',
  scope || replace(nullif(others, ''), ' ', ':1 ' || scope) || ':1')::tsvector;

-- The same for personal data: words, their beginnings and their misspellings only as hashes, because a GIN
-- index keeps its keys when their rows are gone.
create function search_private_vector(scope text, names text, others text) returns tsvector
language sql immutable parallel safe
return coalesce((
  select string_agg(scope || piece.tag || left(md5(left(scope, 8) || piece.text), 12) || piece.weight, ' ')
  from (
    select ':1A' as weight, unnest(string_to_array(names, ' ')) as word
    union all select ':1', unnest(string_to_array(others, ' '))
  ) as written
  cross join lateral (
    select 'w' as tag, word as text, weight
    union all select 'p', left(word, size), weight from generate_series(1, length(word)) as size
    union all select 'k', key, ':1' from unnest(search_keys(word)) as key
  ) as piece
  where word <> ''
), '')::tsvector;

-- The lexemes of whole texts, as hashes: a row that a query names exactly comes first.
create function search_exact(scope text, texts text[]) returns tsvector
language sql immutable parallel safe
return coalesce((
  select string_agg(scope || '=' || left(md5(left(scope, 8) || whole.text), 12), ' ')
  from (select distinct search_normal(given.text) as text from unnest(texts) as given (text)) as whole
  where whole.text <> ''
), '')::tsvector;

-- Makes the rows of a table findable, by expressions over its columns: `title` and `names` weigh most, and rows
-- of which one of the texts in `exact` is the whole query come first. Updates are followed only if a condition on
-- settings of the transaction holds.
create function search_in(list_table regclass, kind text, title text, names text, others text, exact text,
  hidden text default 'false', is_private boolean default false,
  tenant text default 'organization_id, environment', set_id text default 'null::uuid',
  updated_if text default 'true') returns void language plpgsql as $search$
declare
  rows text := format('select %s, id, %s as set_id, %s as title, %s as names, %s as others, %s as exact
    from %%s where not (%s)', tenant, set_id, title, names, others, exact, hidden);
  new_rows text := format(rows, 'new_rows');
  old_rows text := format(rows, 'old_rows');
  vector text := case when is_private then 'search_private_vector' else 'search_vector' end;
  keep text := format($sql$
    with fresh as materialized (
      select organization_id, environment, id, set_id, search_scope(organization_id, environment, %1$L) || search_bucket(id) as scope,
        search_normal(title) as title, search_normal(names) as names, search_normal(others) as others, exact
      from (%%1$s) as changed
    ), documents as (
      insert into search_documents (organization_id, environment, kind, id, set_id, title, words)
      select organization_id, environment, %1$L, id, set_id, %2$s,
        %3$s(scope, trim(title || ' ' || names), others) || search_exact(scope, exact)
      from fresh
      on conflict (organization_id, environment, kind, id)
        do update set title = excluded.title, words = excluded.words
    )
    insert into search_words (organization_id, environment, key, word)
    select organization_id, environment, unnest(search_keys(word)), word from (
      select distinct organization_id, environment, unnest(string_to_array(title, ' ')) as word
      from fresh where %4$L
    ) as met
    where not exists (
      select from search_words known where known.organization_id = met.organization_id
        and known.environment = met.environment and known.key = met.word and known.word = met.word);
    $sql$, kind, case when is_private then $$''$$ else 'left(title, 80)' end, vector, not is_private);
  forget text := format($sql$
    delete from search_documents using (%%s) as gone
    where search_documents.organization_id = gone.organization_id
      and search_documents.environment = gone.environment
      and search_documents.kind = %L and search_documents.id = gone.id;
    $sql$, kind);
  ids text := 'select organization_id, environment, id from (%s) as rows';
begin
  execute format($sql$
    create function search_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then %2$s
      elsif tg_op = 'UPDATE' then
        %3$s
        if exists (%4$s) then %5$s
        end if;
      else %6$s
      end if;
      return null;
    end $body$ $sql$,
    list_table,
    format(keep, new_rows),
    format(forget, format(ids, old_rows) || ' except ' || format(ids, new_rows)),
    new_rows || ' except ' || old_rows,
    format(keep, new_rows || ' except ' || old_rows),
    format(forget, old_rows));
  execute format(keep, format(rows, list_table));
  execute format('create trigger search_inserted after insert on %1$s referencing new table as new_rows
    for each statement execute function search_%1$s()', list_table);
  execute format('create trigger search_updated after update on %1$s
    referencing old table as old_rows new table as new_rows
    for each statement when (%2$s) execute function search_%1$s()', list_table, updated_if);
  execute format('create trigger search_deleted after delete on %1$s referencing old table as old_rows
    for each statement execute function search_%1$s()', list_table);
end
$search$;

-- The matches of one kind, one bucket after the other, the smallest first, until there are enough. How far a
-- search reads is decided after each bucket, which a single statement cannot do. Of matches that are too many
-- to rank, the sample ends when it is large enough, not with its bucket: each of its rows is read from another
-- page of the table. `_` in the queries is replaced by the bucket. The tenant is compared outside the inner
-- query: inside, PostgreSQL would read the whole primary key of the tenant in addition to the index of words.
-- One generic plan serves all queries, because planning costs more than running. With `exact`, the rows that the
-- query names exactly come in addition, a hundred at most, from whatever bucket they are in.
create function search_matches(tenant uuid, plane text, wanted_kind text, sets uuid[],
  match text, ranking text, exact text, enough int, most int)
returns table (id uuid, title text, rank real, is_exact boolean)
language plpgsql stable rows 300 set plan_cache_mode = force_generic_plan as $$
declare
  asked tsquery;
  weighed tsquery;
  named tsquery;
  reached int := 0;
  added int;
begin
  if exact is not null then
    named := (select string_agg(replace(exact, '_', bucket::text), ' | ') from generate_series(0, 5) as bucket)::tsquery;
    return query
      select own.id, own.title,
        ts_rank('{0.1,0.2,0.4,1}', own.words, replace(ranking, '_', search_bucket(own.id))::tsquery), true
      from (select * from search_documents where words @@ named offset 0) as own
      where own.organization_id = tenant and own.environment = plane and own.kind = wanted_kind
        and (sets is null or own.set_id = any(sets))
      limit 100;
  end if;
  for bucket in reverse 5..0 loop
    asked := replace(match, '_', bucket::text)::tsquery;
    weighed := replace(ranking, '_', bucket::text)::tsquery;
    named := replace(exact, '_', bucket::text)::tsquery;
    return query
      select own.id, own.title, ts_rank('{0.1,0.2,0.4,1}', own.words, weighed), own.words @@ named
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
