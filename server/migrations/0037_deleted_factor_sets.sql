-- Results of scenarios follow the factors of today, also when a set is deleted.

create trigger mark_all_scenarios_stale_of_deleted after delete on organization_factor_sets
  referencing old table as added for each statement execute function mark_all_scenarios_stale();
