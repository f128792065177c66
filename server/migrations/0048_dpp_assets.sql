-- Assets that published passports use, so that they are not deleted.

-- Ids of the assets whose addresses are in the content; null for a draft and for a version without any.
alter table dpp_versions add column asset_ids uuid[];
create index dpp_versions_by_asset on dpp_versions using gin (asset_ids)
  where asset_ids is not null;
