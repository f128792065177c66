-- Lists of the results of scenarios, and of all others of a product, read no more than they show.

create index calculations_of_scenarios on calculations (organization_id, environment, id)
  where scenario_id is not null;
create index calculations_of_product_itself on calculations (organization_id, environment, product_id, id)
  where product_id is not null and scenario_id is null;
