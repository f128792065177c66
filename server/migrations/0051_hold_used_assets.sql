-- A version that names assets holds them until it is committed: a deletion that runs at the same time waits, and then
-- finds the version. Versions from before 0048 exist in data of development only, so they are not filled in.

create function hold_used_assets() returns trigger language plpgsql as $$
begin
  perform from assets where organization_id = new.organization_id and environment = new.environment
    and id = any(new.asset_ids) for key share;
  return null;
end
$$;
create trigger hold_used_assets after insert or update of asset_ids on dpp_versions
  for each row when (new.asset_ids is not null) execute function hold_used_assets();
