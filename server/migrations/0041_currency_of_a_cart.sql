-- A cart that was made empty takes the currency of the first price put in; until then it has none.
alter table shopping_carts alter column currency drop not null;
