-- A restated footprint and a climate contribution of an order are announced as changes of it; no scenario follows from them.

create or replace function changes_footprints(data jsonb) returns boolean language sql immutable parallel safe
return not coalesce(data -> 'changedFields' <@ '[
  "billingAddress", "biogenicCarbonContentKg", "climateContributions", "co2eKg", "currencyCode", "customer", "description",
  "discounts", "externalId", "fossilCarbonContentKg", "gtin", "imageUrls", "metadata", "placedAt", "price",
  "shippingAddress", "shippingPrice", "shippingSplit", "sku", "status", "tags", "taxes", "tips", "volumeM3"
]', false);
