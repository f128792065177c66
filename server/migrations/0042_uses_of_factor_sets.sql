-- Products and supply chains that refer to factors of an own set by id: the set is refused to be deleted without a look
-- at all products, of which there may be a million. Written with the content (domains/factors/use-store.ts).

create table factor_set_uses (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  object_id uuid not null,
  set_id uuid not null,
  kind text not null check (kind in ('product', 'supplyChain')),
  primary key (organization_id, environment, object_id, set_id),
  -- A set that is being deleted waits for those who write its first uses, and they for it.
  constraint factor_set_uses_set foreign key (organization_id, environment, set_id)
    references organization_factor_sets (organization_id, environment, id)
);
create index factor_set_uses_by_set on factor_set_uses (organization_id, environment, set_id, kind, object_id);
alter table factor_set_uses alter organization_id set (n_distinct = 10);

-- The uuid of a TypeID: 26 digits of base32 are 130 bits, the first two of which are zero.
create function pg_temp.uuid_of_factor(id text) returns uuid language sql immutable return (
  select string_agg(to_hex(substr(bits, 4 * nibble + 3, 4)::bit(4)::int), '' order by nibble)::uuid
  from generate_series(0, 31) as nibble, (
    select string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, length('fac_') + digit, 1)) - 1)::bit(5)::text,
      '' order by digit) as bits
    from generate_series(1, 26) as digit) as decoded);

insert into factor_set_uses (organization_id, environment, object_id, set_id, kind)
select distinct organization_id, environment, held.id, set_id, kind
from (
  select organization_id, environment, id, 'product' as kind, bill as content from products
  union all
  select chains.organization_id, chains.environment, chains.id, 'supplyChain', network
  from supply_chains chains join supply_chain_versions versions on versions.organization_id = chains.organization_id
    and versions.environment = chains.environment and versions.supply_chain_id = chains.id
    and versions.version = chains.version
) as held
cross join lateral jsonb_path_query(content, '$.**.factorId') as reference
join organization_factors factors using (organization_id, environment)
where (organization_id, environment) in (select organization_id, environment from organization_factor_sets)
  and factors.id = pg_temp.uuid_of_factor(reference #>> '{}');
