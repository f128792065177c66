-- Search: one row per thing that can be found, kept by triggers in the transaction that writes the thing.
-- Every lexeme begins with a hash of its tenant and kind and with the bucket of its row, so that one
-- compressed GIN index serves all tenants and a search walks its own tenant's words only, as far as it
-- needs to: of a tenant's rows bucket 5 holds one in 1,024, and each below it about four times as many.

create table search_documents (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  kind text not null check (kind in ('PRODUCT', 'CUSTOMER', 'ORDER', 'SUPPLY_CHAIN', 'FACTOR')),
  id uuid not null,
  -- Of a factor: its set, which may be a pack that is switched off.
  set_id uuid,
  -- Plain words of its name; empty for people.
  title text not null collate "C",
  words tsvector not null,
  primary key (organization_id, environment, kind, id)
);
-- A list of rows not yet in the index would be read anew for every bucket.
create index search_documents_by_word on search_documents using gin (words) with (fastupdate = off);
create index search_documents_by_title on search_documents (organization_id, environment, kind, title, id)
  where title <> '';

-- How words may be misspelt: each word under itself and under itself less any one letter. A word is
-- kept when nothing has it any more. Its writer is part of the key because writers who meet a new
-- word at the same time would otherwise wait for each other.
create table search_words (
  organization_id uuid not null,
  environment text not null,
  key text not null collate "C",
  word text not null collate "C",
  writer bigint not null default txid_current(),
  primary key (organization_id, environment, key, word, writer)
);

create function search_scope(organization_id uuid, environment text, kind text) returns text
language sql immutable parallel safe
return left(md5(organization_id::text || environment || kind), 8);

-- 0 to 5: pairs of zero bits at the end of an id.
create function search_bucket(id uuid) returns text
language sql immutable parallel safe
return ((10 - length(rtrim(right(('x' || right(id::text, 3))::bit(12)::text, 10), '0'))) / 2)::text;

-- Lower case, without accents, single spaces between runs of letters and digits. What is cut off is
-- not found; it keeps the longest word below the longest lexeme.
create function search_normal(value text) returns text
language sql immutable parallel safe
return trim(regexp_replace(
  case when octet_length(left(value, 500)) = length(left(value, 500)) then lower(left(value, 500))
    else regexp_replace(normalize(lower(left(value, 500)), nfkd), '[\u0300-\u036f]', '', 'g') end,
  '[^[:alnum:]]+', ' ', 'g'));

create function search_keys(word text) returns text[]
language sql immutable parallel safe
return case when word ~ '^[[:alpha:]]{4,20}$'
  then array(select word union select overlay(word placing '' from at for 1) from generate_series(1, length(word)) as at)
  else '{}' end;

create function search_vector(scope text, names text, others text) returns tsvector
language sql immutable parallel safe
return concat_ws(' ',
  scope || replace(nullif(names, ''), ' ', ':1A ' || scope) || ':1A',
  scope || replace(nullif(others, ''), ' ', ':1 ' || scope) || ':1')::tsvector;

-- The same for people: words, their beginnings and their misspellings only as hashes, because a GIN
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
    union all select 'p', left(word, size), weight from generate_series(2, length(word)) as size
    union all select 'k', key, ':1' from unnest(search_keys(word)) as key
  ) as piece
  where word <> ''
), '')::tsvector;

-- Makes the rows of a table findable, by expressions over its columns: `title` and `names` weigh most.
create function search_in(list_table regclass, kind text, title text, names text, others text,
  hidden text default 'false', is_private boolean default false,
  tenant text default 'organization_id, environment', set_id text default 'null::uuid') returns void language plpgsql as $search$
declare
  rows text := format('select %s, id, %s as set_id, %s as title, %s as names, %s as others
    from %%s where not (%s)', tenant, set_id, title, names, others, hidden);
  new_rows text := format(rows, 'new_rows');
  old_rows text := format(rows, 'old_rows');
  vector text := case when is_private then 'search_private_vector' else 'search_vector' end;
  keep text := format($sql$
    with fresh as materialized (
      select organization_id, environment, id, set_id, search_scope(organization_id, environment, %1$L) || search_bucket(id) as scope,
        search_normal(title) as title, search_normal(names) as names, search_normal(others) as others
      from (%%1$s) as changed
    ), documents as (
      insert into search_documents (organization_id, environment, kind, id, set_id, title, words)
      select organization_id, environment, %1$L, id, set_id, %2$s,
        %3$s(scope, trim(title || ' ' || names), others)
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
      elsif tg_op = 'UPDATE' then %3$s %4$s
      else %5$s
      end if;
      return null;
    end $body$ $sql$,
    list_table,
    format(keep, new_rows),
    format(forget, format(ids, old_rows) || ' except ' || format(ids, new_rows)),
    format(keep, new_rows || ' except ' || old_rows),
    format(forget, old_rows));
  execute format(keep, format(rows, list_table));
  execute format('create trigger search_inserted after insert on %1$s referencing new table as new_rows
    for each statement execute function search_%1$s()', list_table);
  execute format('create trigger search_updated after update on %1$s
    referencing old table as old_rows new table as new_rows
    for each statement execute function search_%1$s()', list_table);
  execute format('create trigger search_deleted after delete on %1$s referencing old table as old_rows
    for each statement execute function search_%1$s()', list_table);
end
$search$;

select search_in('products', 'PRODUCT', title => 'name',
  names => $$concat_ws(' ', sku, gtin, external_id)$$,
  others => $$concat_ws(' ', array_to_string(tags, ' '), array_to_string(sector_tags, ' '), left(description, 400))$$,
  hidden => $$status = 'ARCHIVED'$$);
select search_in('customers', 'CUSTOMER', title => $$coalesce(name, '')$$,
  names => $$concat_ws(' ', email, external_id)$$, others => $$array_to_string(tags, ' ')$$,
  hidden => 'erased_at is not null', is_private => true);
select search_in('orders', 'ORDER', title => 'external_id', names => $$''$$, others => $$''$$,
  hidden => 'external_id is null');
select search_in('supply_chains', 'SUPPLY_CHAIN', title => 'name', names => $$coalesce(external_id, '')$$,
  others => $$concat_ws(' ', array_to_string(tags, ' '), search_text)$$);
select search_in('organization_factors', 'FACTOR', title => 'name', names => 'geography',
  others => $$concat_ws(' ', activity, category, subcategory)$$, set_id => 'set_id');
-- The library is everyone's: it stands under no organization's id.
select search_in('factors', 'FACTOR', title => 'name', names => 'geography',
  others => $$concat_ws(' ', activity, category, subcategory)$$, set_id => 'set_id',
  tenant => $$'00000000-0000-0000-0000-000000000000'::uuid as organization_id, 'LIVE' as environment$$);
