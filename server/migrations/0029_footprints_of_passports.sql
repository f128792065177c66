-- The footprint of each passport compared with the present one of its product, so that lists find those that are outdated.

-- The calculation whose footprint the content has; null without one.
alter table dpps add calculation_id uuid;

-- A narrow copy with a row per passport that can still take a footprint over: a product with many items has a new
-- footprint without a write to their wide rows, the search and the public caches.
create table dpp_footprints (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  dpp_id uuid not null,
  product_id uuid not null,
  calculation_id uuid,
  state text not null check (state in ('CURRENT', 'OUTDATED', 'NOT_TAKEN', 'NOT_CALCULATED')),
  primary key (organization_id, environment, dpp_id),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade
);
create index dpp_footprints_by_product on dpp_footprints (organization_id, environment, product_id, dpp_id);
create index dpp_footprints_by_state on dpp_footprints (organization_id, environment, state, dpp_id);
alter table dpp_footprints alter organization_id set (n_distinct = 10);

create function footprint_state_of(frozen uuid, present uuid) returns text language sql immutable parallel safe
return case
  when frozen is null and present is null then 'NOT_CALCULATED'
  when frozen is null then 'NOT_TAKEN'
  when frozen = present then 'CURRENT'
  else 'OUTDATED'
end;

create function keep_dpp_footprints() returns trigger language plpgsql as $$
begin
  -- A calculation that ends at the same time is waited for, in the order in which catalogues lock their products.
  with held as materialized (
    select organization_id, environment, id, calculation_id from products
    where (organization_id, environment, id) in (select organization_id, environment, product_id from changed)
    order by id for share
  )
  insert into dpp_footprints (organization_id, environment, dpp_id, product_id, calculation_id, state)
  select changed.organization_id, changed.environment, changed.id, changed.product_id, changed.calculation_id,
    footprint_state_of(changed.calculation_id, held.calculation_id)
  from changed join held on held.organization_id = changed.organization_id
    and held.environment = changed.environment and held.id = changed.product_id
  where changed.status in ('DRAFT', 'PUBLISHED', 'SUSPENDED');
  return null;
end
$$;
create trigger keep_dpp_footprints after insert on dpps
  referencing new table as changed for each statement execute function keep_dpp_footprints();

create function keep_dpp_footprint() returns trigger language plpgsql as $$
declare
  present products;
begin
  select * into present from products where organization_id = new.organization_id
    and environment = new.environment and id = new.product_id for share;
  delete from dpp_footprints where organization_id = new.organization_id and environment = new.environment
    and dpp_id = new.id;
  if present.id is not null and new.status in ('DRAFT', 'PUBLISHED', 'SUSPENDED') then
    insert into dpp_footprints values (new.organization_id, new.environment, new.id, new.product_id,
      new.calculation_id, footprint_state_of(new.calculation_id, present.calculation_id));
  end if;
  return null;
end
$$;
create trigger keep_dpp_footprint after update on dpps for each row
  when ((old.product_id, old.calculation_id, old.status in ('DRAFT', 'PUBLISHED', 'SUSPENDED'))
    is distinct from (new.product_id, new.calculation_id, new.status in ('DRAFT', 'PUBLISHED', 'SUSPENDED')))
  execute function keep_dpp_footprint();

-- Products of which not all passports have been compared yet: one may have a million. Who compares holds the row.
create table dpp_footprint_changes (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  product_id uuid not null,
  -- The last passport that was compared, by id.
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  compared_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, environment, product_id)
);
create index dpp_footprint_changes_by_time on dpp_footprint_changes (compared_at);

-- Compares the next passports of a product that has changed. Those of a deleted one have no state.
create function compare_dpp_footprints(organization uuid, data_plane text, product uuid, most int) returns void
language plpgsql as $$
declare
  present products;
  last uuid := (select after from dpp_footprint_changes where organization_id = organization
    and environment = data_plane and product_id = product);
  ids uuid[] := array(select dpp_id from dpp_footprints where organization_id = organization
    and environment = data_plane and product_id = product and dpp_id > last order by dpp_id limit most);
begin
  select * into present from products where organization_id = organization and environment = data_plane and id = product;
  if found then
    update dpp_footprints set state = footprint_state_of(calculation_id, present.calculation_id)
    where organization_id = organization and environment = data_plane and dpp_id = any(ids)
      and state <> footprint_state_of(calculation_id, present.calculation_id);
  else
    delete from dpp_footprints where organization_id = organization and environment = data_plane and dpp_id = any(ids);
  end if;
  if cardinality(ids) < most then
    delete from dpp_footprint_changes where organization_id = organization and environment = data_plane
      and product_id = product;
  else
    update dpp_footprint_changes set after = ids[most], compared_at = clock_timestamp()
    where organization_id = organization and environment = data_plane and product_id = product;
  end if;
end
$$;

-- The change of a product compares its first passports itself and leaves the others to a worker.
create function note_footprint_change() returns trigger language plpgsql as $$
begin
  if exists (select from dpp_footprints where organization_id = old.organization_id
      and environment = old.environment and product_id = old.id) then
    -- Waits for a worker that has the row; all passports are compared again.
    insert into dpp_footprint_changes values (old.organization_id, old.environment, old.id)
    on conflict (organization_id, environment, product_id) do update
      set after = excluded.after, compared_at = excluded.compared_at;
    perform compare_dpp_footprints(old.organization_id, old.environment, old.id, 100);
  end if;
  return null;
end
$$;
create trigger note_footprint_change after update of calculation_id on products for each row
  when (old.calculation_id is distinct from new.calculation_id) execute function note_footprint_change();
create trigger note_footprint_of_deleted after delete on products for each row
  execute function note_footprint_change();

-- A passport outlives its product and keeps its id: to clear it in each of many took longer than a request may.
alter table dpps drop constraint dpps_product;

insert into dpp_footprints
select d.organization_id, d.environment, d.id, d.product_id, null, footprint_state_of(null, p.calculation_id)
from dpps d join products p on p.organization_id = d.organization_id and p.environment = d.environment
  and p.id = d.product_id
where d.status in ('DRAFT', 'PUBLISHED', 'SUSPENDED');
