-- A footprint that was calculated while its product was changed is not of its declaration: the version tells.
alter table products add declared_version int not null default 1;

create or replace function note_outdated_footprint() returns trigger language plpgsql as $$
begin
  if new.calculation_id is distinct from old.calculation_id then
    new.has_outdated_footprint := false;
  else
    new.has_outdated_footprint := new.calculation_id is not null;
    new.declared_version := new.version;
  end if;
  return new;
end
$$;
drop trigger note_outdated_footprint on products;
create trigger note_outdated_footprint before update on products for each row
  when (old.calculation_id is distinct from new.calculation_id
    or (old.bill, old.net_mass_kg, old.declared_amount, old.declared_unit, old.origin_country, old.volume_m3)
      is distinct from (new.bill, new.net_mass_kg, new.declared_amount, new.declared_unit,
        new.origin_country, new.volume_m3))
  execute function note_outdated_footprint();
