-- The version of a product at which its footprint was written: a later version has a footprint of earlier data.

alter table products add footprint_version int;
update products set footprint_version = version where calculation_id is not null;
