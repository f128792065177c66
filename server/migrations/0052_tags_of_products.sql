-- Lists of products by a tag. Each tag has the tenant in front, as the trigrams of names have: a column for the tenant would be
-- read whole for each tag. Products without tags, mostly nearly all, are left out.

create function product_tags(organization_id uuid, environment text, tags text[]) returns text[]
language sql immutable parallel safe
return array(
  select search_scope(organization_id, environment, 'PRODUCT') || tag from unnest(tags) as tag);

create index products_by_tag on products using gin (product_tags(organization_id, environment, tags))
  where tags <> '{}';
