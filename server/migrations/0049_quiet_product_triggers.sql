-- An update of products that leaves their words, states and sectors alone, such as that of a footprint, does not run
-- the triggers that copy these. Triggers of statements cannot see which columns changed: triggers of rows notice it,
-- in a setting of the transaction.

create function note_change() returns trigger language plpgsql as $$
begin
  perform set_config('trackway.' || tg_argv[0], 'on', true);
  return new;
end
$$;

create trigger words_noted before update on products for each row
  when (current_setting('trackway.product_words', true) is distinct from 'on'
    and (old.name, old.sku, old.gtin, old.external_id, old.tags, old.sector_tags, old.description, old.status)
      is distinct from
      (new.name, new.sku, new.gtin, new.external_id, new.tags, new.sector_tags, new.description, new.status))
  execute function note_change('product_words');
create trigger status_noted before update on products for each row
  when (current_setting('trackway.product_status', true) is distinct from 'on'
    and old.status is distinct from new.status)
  execute function note_change('product_status');
create trigger sectors_noted before update on products for each row
  when (current_setting('trackway.product_sectors', true) is distinct from 'on'
    and (old.sector_tags <> '{}' or new.sector_tags <> '{}'))
  execute function note_change('product_sectors');

create or replace trigger search_updated after update on products
  referencing old table as old_rows new table as new_rows for each statement
  when (current_setting('trackway.product_words', true) = 'on')
  execute function search_products();
create or replace trigger count_updated after update on products
  referencing old table as old_rows new table as new_rows for each statement
  when (current_setting('trackway.product_status', true) = 'on')
  execute function count_products();
create or replace trigger sectors_updated after update on products
  referencing new table as new_rows for each statement
  when (current_setting('trackway.product_sectors', true) = 'on')
  execute function keep_product_sectors();
