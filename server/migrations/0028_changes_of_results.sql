-- A result of a scenario is stale only by changes that its numbers follow from: a tracking number or a picture is none.

-- False if an event names the fields that it changed, and no footprint is made of them.
create function changes_footprints(data jsonb) returns boolean language sql immutable parallel safe
return not coalesce(data -> 'changedFields' <@ '[
  "billingAddress", "biogenicCarbonContentKg", "currencyCode", "customer", "description", "discounts", "externalId",
  "fossilCarbonContentKg", "gtin", "imageUrls", "metadata", "placedAt", "price", "shippingAddress", "shippingPrice",
  "shippingSplit", "sku", "status", "tags", "taxes", "tips", "volumeM3"
]', false);

-- True if an event changes the results of the object that it is about; for a catalogue, those of its products, or
-- which products these are.
create function changes_result(type text, data jsonb, catalogue jsonb) returns boolean
language sql immutable parallel safe
return case
  when catalogue is null then type in ('product.updated', 'product.deleted', 'supply_chain.updated',
    'supply_chain.deleted', 'order.updated', 'order.shipped') and changes_footprints(data)
  else type in ('product.created', 'product.updated', 'product.deleted') and (changes_footprints(data)
    or data -> 'changedFields' ? 'status'
    or data -> 'changedFields' ? 'price' and catalogue ?| array['minPriceMinor', 'maxPriceMinor']
    or catalogue ? 'updatedSince')
end;

create or replace function mark_scenarios_stale() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from added where type in ('product.created', 'product.updated', 'product.deleted',
      'supply_chain.updated', 'supply_chain.deleted', 'order.updated', 'order.shipped')) then
    return null;
  end if;
  -- Any product may belong to a catalogue, or no longer: which ones do is known only by its filter.
  update scenarios set state = 'STALE', updated_at = statement_timestamp(),
    stale_reason = stale_reason_of(change.type, change.data)
  from (
    select distinct on (organization_id, environment, type, data -> 'changedFields')
      organization_id, environment, type, data
    from added where type like 'product.%'
  ) change
  where scenarios.organization_id = change.organization_id and scenarios.environment = change.environment
    and scenarios.catalogue is not null and scenarios.state = 'COMPLETED'
    and changes_result(change.type, change.data, scenarios.catalogue);
  update scenarios set state = 'STALE', updated_at = statement_timestamp(),
    stale_reason = stale_reason_of(change.type, change.data)
  from (
    select distinct on (inputs.scenario_id) inputs.organization_id, inputs.environment,
      inputs.scenario_id, added.type, added.data
    from added join scenario_inputs inputs on inputs.organization_id = added.organization_id
      and inputs.environment = added.environment and inputs.input_id = added.object_id
    where changes_result(added.type, added.data, null)
  ) change
  where scenarios.organization_id = change.organization_id and scenarios.environment = change.environment
    and scenarios.id = change.scenario_id and scenarios.state = 'COMPLETED';
  return null;
end
$$;
