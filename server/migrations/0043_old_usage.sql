-- Usage is deleted after two years: a day of all tenants is found without a look at the others. By a B-tree, because the rows
-- of new days take the place of deleted ones, where the ranges of a BRIN index would have the days of both.

create index usage_counts_by_day on usage_counts (day);
create index deprecated_usage_by_day on deprecated_usage (day);
