-- Products. Scalars are columns. The bill (components, packaging, steps, legs) is one document that is stored
-- outside the row from a small size on, so that list pages read little.

create table products (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text,
  name text not null,
  description text,
  sku text,
  gtin text,
  status text not null check (status in ('DRAFT', 'ACTIVE', 'ARCHIVED')),
  sector_tags text[] not null,
  tags text[] not null,
  metadata jsonb not null default '{}',
  image_urls text[] not null,
  declared_amount float8 not null,
  declared_unit text not null,
  net_mass_kg float8,
  volume_m3 float8,
  origin_country text,
  -- As PACT asks for them.
  fossil_carbon_content_kg float8,
  biogenic_carbon_content_kg float8,
  footprint_basis text not null default 'BASIC',
  price_minor bigint,
  price_currency text,
  bill jsonb not null,
  is_mock boolean not null default false,
  co2e_kg float8,
  calculation_id uuid,
  -- The version at which the footprint was written: a later version has a footprint of earlier data.
  footprint_version int,
  -- True while the declaration is newer than the footprint.
  has_outdated_footprint boolean not null default false,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint products_external_id unique (organization_id, environment, external_id)
) with (toast_tuple_target = 256);

create index products_by_gtin on products (organization_id, environment, gtin) where gtin is not null;
create index products_by_sku on products (organization_id, environment, sku) where sku is not null;
-- Product identifiers of PACT are compared without regard to case.
create index products_by_folded_sku on products (organization_id, environment, lower(sku)) where sku is not null;
create index products_shown on products (organization_id, environment, id) include (name) where status <> 'ARCHIVED';
-- A list is a walk along one of these indexes, so the time of a page does not grow with the catalogue. The
-- state leads each of them.
create index products_by_creation on products (organization_id, environment, status, created_at, id);
create index products_by_update on products (organization_id, environment, status, updated_at, id);
create index products_by_name on products (organization_id, environment, status, name, id);
create index products_by_price on products (organization_id, environment, status, price_currency, price_minor, id)
  where price_minor is not null;
create index products_by_footprint on products (organization_id, environment, status, co2e_kg, id)
  where co2e_kg is not null;
-- Advice on what to measure next reads the largest FULL footprints of a catalogue, never all of them.
create index products_by_full_footprint on products (organization_id, environment, co2e_kg, id)
  include (calculation_id)
  where footprint_basis <> 'BASIC' and status <> 'ARCHIVED' and co2e_kg is not null;
-- What needs a person is found by indexes that hold nothing else, so that the time does not grow with the table.
create index products_without_footprint on products (organization_id, environment, id) include (name)
  where co2e_kg is null and status <> 'ARCHIVED';
create index products_with_outdated_footprint on products (organization_id, environment, id) include (name)
  where has_outdated_footprint and status <> 'ARCHIVED';

create function note_outdated_footprint() returns trigger language plpgsql as $$
begin
  new.has_outdated_footprint := new.calculation_id is not null
    and new.calculation_id is not distinct from old.calculation_id;
  return new;
end
$$;
create trigger note_outdated_footprint before update on products for each row
  when (old.calculation_id is distinct from new.calculation_id
    or old.calculation_id is not null and (old.bill, old.net_mass_kg, old.declared_amount, old.declared_unit,
        old.origin_country, old.volume_m3)
      is distinct from (new.bill, new.net_mass_kg, new.declared_amount, new.declared_unit,
        new.origin_country, new.volume_m3))
  execute function note_outdated_footprint();

-- Trigrams of a name, each with its tenant in front: a column for the tenant would be read whole for each text.
-- An expression of functions written in C only, because it is evaluated for every row.
create function product_trigrams(organization_id uuid, environment text, name text) returns text[]
language sql immutable parallel safe
return string_to_array(
  search_scope(organization_id, environment, 'PRODUCT')
    || array_to_string(show_trgm(name), '|' || search_scope(organization_id, environment, 'PRODUCT')), '|');

-- Trigrams of every name that contains the text: for each three characters those that do not depend on the
-- characters around them, then every other of these, and the last. Fewer are looked up than exist, because a
-- frequent trigram costs more to read than the rows that it excludes.
create function product_text_trigrams(organization_id uuid, environment text, text text) returns text[]
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

create index products_by_text on products using gin (product_trigrams(organization_id, environment, name));

-- An update that leaves words, states and sectors alone, such as that of a footprint, does not run the triggers that copy
-- these.
create trigger words_noted before update on products for each row
  when (current_setting('trackway.product_words', true) is distinct from 'on'
    and (old.name, old.sku, old.gtin, old.external_id, old.tags, old.sector_tags, old.description, old.status)
      is distinct from
      (new.name, new.sku, new.gtin, new.external_id, new.tags, new.sector_tags, new.description, new.status))
  execute function note_change('product_words');
create trigger status_noted before update on products for each row
  when (current_setting('trackway.product_status', true) is distinct from 'on'
    and old.status is distinct from new.status)
  execute function note_change('product_status');
create trigger sectors_noted before update on products for each row
  when (current_setting('trackway.product_sectors', true) is distinct from 'on'
    and (old.sector_tags <> '{}' or new.sector_tags <> '{}'))
  execute function note_change('product_sectors');

select count_list('products', 'status', updated_if => $$current_setting('trackway.product_status', true) = 'on'$$);
select search_in('products', 'PRODUCT', title => 'name',
  names => $$concat_ws(' ', sku, gtin, external_id)$$,
  others => $$concat_ws(' ', array_to_string(tags, ' '), array_to_string(sector_tags, ' '), left(description, 400))$$,
  exact => 'array[name, sku, gtin, external_id]', hidden => $$status = 'ARCHIVED'$$,
  updated_if => $$current_setting('trackway.product_words', true) = 'on'$$);
alter table products alter organization_id set (n_distinct = 10);

-- Components: the products that are part of a product.
create table product_parts (
  organization_id uuid not null,
  environment text not null,
  product_id uuid not null,
  part_id uuid not null,
  primary key (organization_id, environment, product_id, part_id),
  foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id) on delete cascade,
  foreign key (organization_id, environment, part_id)
    references products (organization_id, environment, id)
);
create index product_parts_by_part on product_parts (organization_id, environment, part_id, product_id);

-- The properties that lists filter and order by, once for each sector of a product.
create table product_sectors (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  sector text not null,
  status text not null,
  name text not null,
  price_minor bigint,
  price_currency text,
  co2e_kg float8,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, environment, id, sector)
);

create function keep_product_sectors() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from product_sectors using old_rows as product
    where product_sectors.organization_id = product.organization_id
      and product_sectors.environment = product.environment and product_sectors.id = product.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from product_sectors using new_rows as product
    where product_sectors.organization_id = product.organization_id
      and product_sectors.environment = product.environment
      and product_sectors.id = product.id and product_sectors.sector <> all (product.sector_tags);
  end if;
  insert into product_sectors as kept
  select distinct organization_id, environment, id, unnest(sector_tags), status, name, price_minor,
    price_currency, co2e_kg, created_at, updated_at
  from new_rows
  on conflict (organization_id, environment, id, sector) do update
  set (status, name, price_minor, price_currency, co2e_kg, updated_at) = (excluded.status, excluded.name,
    excluded.price_minor, excluded.price_currency, excluded.co2e_kg, excluded.updated_at)
  where kept is distinct from excluded;
  return null;
end
$$;
create trigger sectors_inserted after insert on products referencing new table as new_rows
  for each statement execute function keep_product_sectors();
create trigger sectors_updated after update on products referencing new table as new_rows
  for each statement when (current_setting('trackway.product_sectors', true) = 'on')
  execute function keep_product_sectors();
create trigger sectors_deleted after delete on products referencing old table as old_rows
  for each statement execute function keep_product_sectors();

create index product_sectors_by_creation
  on product_sectors (organization_id, environment, sector, status, created_at, id);
create index product_sectors_by_update
  on product_sectors (organization_id, environment, sector, status, updated_at, id);
create index product_sectors_by_name
  on product_sectors (organization_id, environment, sector, status, name, id);
create index product_sectors_by_price
  on product_sectors (organization_id, environment, sector, status, price_currency, price_minor, id)
  where price_minor is not null;
create index product_sectors_by_footprint
  on product_sectors (organization_id, environment, sector, status, co2e_kg, id) where co2e_kg is not null;
alter table product_sectors alter organization_id set (n_distinct = 10);

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

-- The trigrams, as products_by_text has them, of which every name with these two letters has one.
create function product_pair_trigrams(organization_id uuid, environment text, pair text) returns text[]
language sql stable parallel safe
return array(
  select distinct search_scope($1, $2, 'PRODUCT') || known.trigram
  from product_name_trigrams known
  where known.organization_id = $1 and known.environment = $2
    and (known.trigram >= lower(pair) and known.trigram < lower(pair) || '{' or known.trigram >= '0x' and known.trigram < '0y' and length(known.trigram) > 3));
