import { changedFields, id, integer, nullable, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'supply_chain',
  idKind: 'supplyChain',
  idProperty: 'supplyChainId',
  permission: 'SUPPLY_CHAINS_READ',
});

const SUPPLY_CHAIN = {
  externalId: nullable(text('The id of the supply chain in your own system.', 'shirts-2026')),
  productId: nullable(id('product', 'Product that the supply chain makes; null if none is named.')),
  version: integer('Version of the supply chain after the change.', 2),
};

export const supplyChainCreated = declare('created', {
  meaning: 'A supply chain was created.',
  properties: SUPPLY_CHAIN,
});

export const supplyChainUpdated = declare('updated', {
  meaning: 'A supply chain was changed; the change is its next version.',
  properties: {
    ...SUPPLY_CHAIN,
    changedFields: changedFields('Name of the field in `UpdateSupplyChainInput`.', 'flows'),
  },
});

export const supplyChainDeleted = declare('deleted', {
  meaning: 'A supply chain was deleted, as the next version after its last change.',
  properties: SUPPLY_CHAIN,
});
