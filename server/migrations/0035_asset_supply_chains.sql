-- Maps of supply chains are assets: they name the supply chain that they show.

-- A printed map outlives its supply chain, so this is no foreign key.
alter table assets add column supply_chain_id uuid;

create index assets_by_supply_chain on assets (organization_id, environment, supply_chain_id, id)
  where supply_chain_id is not null;
