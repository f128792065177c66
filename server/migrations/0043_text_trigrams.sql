-- Texts: fewer trigrams of a text are looked up, because a frequent one costs more to read than the rows that
-- it leaves out, and they are made in a third of the time, which was as long as looking up a rare text takes.

-- Trigrams of every name with this text in it: of each three characters those that stay, whatever stands
-- around them; every other of these, and the last.
create or replace function product_text_trigrams(organization_id uuid, environment text, text text) returns text[]
language sql immutable parallel safe
return array(
  select search_scope(organization_id, environment, 'PRODUCT') || trigram
  from (
    select trigram, row_number() over (order by at, trigram) as number, count(*) over () as count
    from generate_series(1, length(text), 3) as at
    cross join lateral (select substr(text, least(at, greatest(length(text) - 2, 1)), 3) as piece) as pieces
    cross join lateral unnest(show_trgm(piece)) as trigram
    where trigram = any(show_trgm('0' || piece || '0')) and trigram = any(show_trgm('1' || piece || '1'))
  ) as kept
  where number % 2 = 1 or number = count);
