-- What needs a person is found by indexes that hold nothing else, so that the time does not grow with the tables.

create index products_without_footprint on products (organization_id, environment, id) include (name)
  where co2e_kg is null and status <> 'ARCHIVED';

-- True while the declaration of a product is newer than its footprint.
alter table products add column has_outdated_footprint boolean not null default false;
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

create index catalogue_problems on catalogue_results (organization_id, environment, calculation_id, product_id)
  where problems is not null;

create index jobs_failed on jobs (organization_id, environment, id) where state = 'FAILED';
