-- Factors: the library that ships with Trackway, which is the same for all and has no tenant, and the sets of
-- the organizations. Rows of the library are only added, with a set of their own, and never edited: results
-- refer to them by id.

create table factor_sets (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  version text not null,
  title text not null,
  publisher text not null,
  licence text not null,
  licence_url text not null,
  attribution text not null,
  attribution_urls text[] not null,
  source_url text,
  released_on date not null,
  gwp_sets text[] not null,
  indicator_set text,
  is_optional boolean not null,
  content_hash text not null,
  factor_count int not null,
  loaded_at timestamptz(3) not null default now()
);

create table factors (
  id uuid primary key,
  set_id uuid not null references factor_sets (id),
  source_id text not null,
  name text not null,
  category text not null,
  subcategory text not null,
  activity text not null,
  unit text not null,
  geography text not null,
  year int,
  co2e_kg_per_unit double precision not null,
  fossil_co2_kg double precision,
  ch4_co2e_kg double precision,
  n2o_co2e_kg double precision,
  biogenic_co2_kg double precision,
  gwp_set text not null,
  indicators jsonb,
  details jsonb,
  source text not null,
  source_table text not null,
  source_reference text not null,
  source_note text not null,
  activity_text text not null generated always as (
    lower(activity || ' ' || category || ' ' || subcategory)
  ) stored,
  search_text text not null generated always as (
    lower(name || ' ' || category || ' ' || subcategory || ' ' || activity || ' ' || geography || ' ' || source_note)
  ) stored,
  unique (set_id, source_id)
);

create index factors_search on factors using gin (search_text gin_trgm_ops);
create index factors_by_set on factors (set_id, id);
create index factors_by_geography on factors (geography, id);

-- Sets that an organization imports itself.
create table organization_factor_sets (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  slug text not null,
  name text not null,
  version text not null,
  title text not null,
  publisher text not null,
  licence text not null,
  licence_url text,
  attribution text not null,
  attribution_urls text[] not null,
  source_url text,
  released_on date not null,
  gwp_sets text[] not null,
  indicator_set text,
  content_hash text not null,
  factor_count int not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, id),
  constraint organization_factor_sets_slug unique (organization_id, environment, slug)
);

create table organization_factors (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  set_id uuid not null,
  source_id text not null,
  name text not null,
  category text not null,
  subcategory text not null,
  activity text not null,
  unit text not null,
  geography text not null,
  year int,
  co2e_kg_per_unit double precision not null,
  fossil_co2_kg double precision,
  ch4_co2e_kg double precision,
  n2o_co2e_kg double precision,
  biogenic_co2_kg double precision,
  gwp_set text not null,
  indicators jsonb,
  details jsonb,
  source text not null,
  source_table text not null,
  source_reference text not null,
  source_note text not null,
  activity_text text not null generated always as (
    lower(activity || ' ' || category || ' ' || subcategory)
  ) stored,
  search_text text not null generated always as (
    lower(name || ' ' || category || ' ' || subcategory || ' ' || activity || ' ' || geography || ' ' || source_note)
  ) stored,
  primary key (organization_id, environment, id),
  constraint organization_factors_source_id unique (organization_id, environment, set_id, source_id),
  foreign key (organization_id, environment, set_id)
    references organization_factor_sets (organization_id, environment, id)
);

-- The packs of the library that an organization switched on.
create table organization_factor_packs (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  set_id uuid not null references factor_sets (id),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, environment, set_id)
);

select search_in('organization_factors', 'FACTOR', title => 'name', names => 'geography',
  others => $$concat_ws(' ', activity, category, subcategory)$$, exact => 'array[name]', set_id => 'set_id');
-- The library belongs to all: it is indexed under no organization's id.
select search_in('factors', 'FACTOR', title => 'name', names => 'geography',
  others => $$concat_ws(' ', activity, category, subcategory)$$, exact => 'array[name]', set_id => 'set_id',
  tenant => $$'00000000-0000-0000-0000-000000000000'::uuid as organization_id, 'LIVE' as environment$$);
