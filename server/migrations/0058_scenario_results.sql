-- Results of scenarios know their scenario, so that the history of a product can leave them out.

-- The scenario that a result was made for, even if it was deleted since; null for every other calculation.
alter table calculations add scenario_id uuid;
update calculations set scenario_id = scenarios.id
from scenarios
where calculations.organization_id = scenarios.organization_id and calculations.environment = scenarios.environment
  and calculations.id in (scenarios.baseline_id, scenarios.outcome_id)
  and calculations.id is distinct from scenarios.calculation_id;
