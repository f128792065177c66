-- Passports by a part of their name.
create index dpps_by_name on dpps using gin (organization_id, environment, name gin_trgm_ops);
