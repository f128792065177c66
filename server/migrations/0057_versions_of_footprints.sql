-- The state of a footprint follows from `has_outdated_footprint`: nothing reads the version with which it was written.

alter table products drop column footprint_version;
