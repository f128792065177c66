-- A piece of left work that fails waits longer after each failure, and the others of its tenant go on.

alter table customer_erasures add failures int not null default 0;
alter table dpp_footprint_changes add failures int not null default 0;
alter table dpp_handovers add failures int not null default 0;
alter table scenario_changes add failures int not null default 0;

alter table dpp_handovers alter handed_over_at set default clock_timestamp();
