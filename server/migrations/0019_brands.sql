-- Brand of a tenant: name, colour and logo, which assets and public passport pages show.

-- Logos after their check, as outlines or as a PNG that was encoded again. They are in the database and not in a file,
-- because they are small, and because threads that render read the database only.
create table brand_logos (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  -- Of the file that is served.
  sha256 text not null,
  format text not null check (format in ('SVG', 'PNG')),
  width float8 not null,
  height float8 not null,
  drawing jsonb not null,
  -- Time at which another logo took its place; null while it is that of the brand. Assets may still show it.
  replaced_at timestamptz(3),
  primary key (organization_id, environment, sha256)
);
create index brand_logos_by_replacement on brand_logos (replaced_at) where replaced_at is not null;

create table brands (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  name text,
  color text,
  logo_sha256 text,
  version int not null default 1,
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment),
  foreign key (organization_id, environment, logo_sha256)
    references brand_logos (organization_id, environment, sha256)
);

-- Public pages show the brand of their organization: a change drops all cached answers, because it is rare and touches
-- many.
create function announce_changed_brand() returns trigger language plpgsql as $$
begin
  perform pg_notify('trackway_public', 'all');
  return null;
end
$$;
create trigger announce_changed_brand after insert or update or delete on brands
  for each statement execute function announce_changed_brand();
