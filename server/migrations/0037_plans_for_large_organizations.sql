-- A prepared statement soon keeps one plan for every organization, made for one of average size. Where
-- most are small, that is a plan that reads all rows of one and sorts them. These tables are planned as if
-- they had ten organizations: walking an index in order is as good for the small.

alter table products alter organization_id set (n_distinct = 10);
alter table product_sectors alter organization_id set (n_distinct = 10);
alter table supply_chains alter organization_id set (n_distinct = 10);
alter table customers alter organization_id set (n_distinct = 10);
alter table shopping_carts alter organization_id set (n_distinct = 10);
alter table orders alter organization_id set (n_distinct = 10);
alter table order_lines alter organization_id set (n_distinct = 10);
alter table transactions alter organization_id set (n_distinct = 10);
alter table calculations alter organization_id set (n_distinct = 10);
alter table events alter organization_id set (n_distinct = 10);
