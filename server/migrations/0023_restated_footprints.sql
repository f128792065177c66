-- Restatement: what a line of a confirmed order emits by a later calculation. What was frozen at its
-- confirmation stays beside it.

alter table order_lines add column restated_unit_co2e_kg float8;
alter table order_lines add column restated_calculation_id uuid;
