-- The factor library: what ships with Trackway, the same for everyone, so without a tenant.
-- Rows are only ever added with a set of their own, never edited: results point at them by id.

create extension if not exists pg_trgm;

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
  source_url text not null,
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
