-- A text of two letters has no trigram to look up. All trigrams of a tenant's names are few: those that begin with the
-- two letters lead to the rows by products_by_text, and a text that no name has needs no look at the products.

-- A trigram stays when no name has it any more. The writer is part of the key, because transactions that write the same
-- new trigram at the same time would otherwise wait for each other.
create table product_name_trigrams (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  trigram text not null collate "C",
  writer bigint not null default txid_current(),
  primary key (organization_id, environment, trigram, writer)
);

-- Only trigrams that can begin with two letters or digits of ASCII. One with another third letter is a hash of eight
-- characters: it is kept if a name has such a place. The names of a statement are taken apart together, which costs a
-- fraction of one after the other. "offset 0": each is looked up by the key, where a join would read all of the tenant.
create function keep_product_name_trigrams() returns trigger language plpgsql as $$
begin
  insert into product_name_trigrams (organization_id, environment, trigram)
  select organization_id, environment, met.trigram
  from (
    select organization_id, environment, string_agg(name, ' ') as names
    from new_rows group by organization_id, environment
  ) as changed
  cross join lateral unnest(show_trgm(names)) as met (trigram)
  where case when length(met.trigram) = 3 then left(met.trigram, 1) <> ' '
      else names ~ '[A-Za-z0-9]{2}[^\x01-\x7f]' end
    and not exists (
      select from product_name_trigrams known where known.organization_id = changed.organization_id
        and known.environment = changed.environment and known.trigram = met.trigram
      offset 0);
  return null;
end
$$;
create trigger trigrams_inserted after insert on products referencing new table as new_rows
  for each statement execute function keep_product_name_trigrams();
create trigger name_noted before update on products for each row
  when (current_setting('trackway.product_name', true) is distinct from 'on' and old.name is distinct from new.name)
  execute function note_change('product_name');
create trigger trigrams_updated after update on products
  referencing new table as new_rows for each statement
  when (current_setting('trackway.product_name', true) = 'on')
  execute function keep_product_name_trigrams();

insert into product_name_trigrams (organization_id, environment, trigram)
select distinct organization_id, environment, trigram
from products cross join lateral unnest(show_trgm(name)) as trigram
where case when length(trigram) = 3 then left(trigram, 1) <> ' ' else name ~ '[A-Za-z0-9]{2}[^\x01-\x7f]' end;

-- The trigrams, as products_by_text has them, of which every name with these two letters has one.
create function product_pair_trigrams(organization_id uuid, environment text, pair text) returns text[]
language sql stable parallel safe
return array(
  select distinct search_scope($1, $2, 'PRODUCT') || known.trigram
  from product_name_trigrams known
  where known.organization_id = $1 and known.environment = $2
    and (known.trigram >= lower(pair) and known.trigram < lower(pair) || '{' or known.trigram >= '0x' and known.trigram < '0y' and length(known.trigram) > 3));
