-- Workers take what is left of one tenant at a time.

drop index scenario_changes_by_turn;
create index scenario_changes_by_turn on scenario_changes (organization_id, environment, worked_at);
drop index dpp_footprint_changes_by_time;
create index dpp_footprint_changes_by_turn on dpp_footprint_changes (organization_id, environment, compared_at);
