import { integer, nullable, oneOf, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import type { Dpp } from './model.ts';

const declare = eventsOf({
  name: 'dpp',
  idKind: 'dpp',
  idProperty: 'dppId',
  permission: 'DPPS_READ',
});

const PROPERTIES = {
  externalId: nullable(text('The id of the passport in your own system.', 'bike-battery-7')),
  identity: text(
    'Path of the GS1 Digital Link of the product, that of an item without its batch; without a GTIN it begins with the id of the product.',
    '01/04006381333931/21/7',
  ),
  granularity: oneOf('Level of the passport.', ['MODEL', 'BATCH', 'ITEM']),
  schemaId: text('Schema of the product group.', 'battery'),
  publishedVersion: nullable(integer('Number of the public version; null for a draft.', 1)),
};

/** Facts about a passport that every event about it has; never its content. */
export function dppPayload(dpp: Dpp) {
  const { externalId, identity, granularity, schemaId, publishedVersion } = dpp;
  return { externalId, identity, granularity, schemaId, publishedVersion };
}

const of = (verb: string, meaning: string) => declare(verb, { meaning, properties: PROPERTIES });

export const dppGenerated = of('generated', 'A passport was drafted.');
export const dppDeleted = of('deleted', 'A draft of a passport was deleted.');
export const dppPublished = of('published', 'A passport was published.');
export const dppAmended = of('amended', 'A new version of a published passport is public.');
export const dppSuspended = of('suspended', 'A passport was suspended.');
export const dppResumed = of('resumed', 'A suspended passport is public again.');
export const dppRevoked = of('revoked', 'A passport was revoked.');
export const dppEnded = of('end_of_life', 'The product of a passport came to its end of life.');
export const dppArchived = of('archived', 'A passport was archived.');
export const dppTransferred = declare('transferred', {
  meaning:
    'The responsibility for a passport passed to another organization; each of the two gets an event.',
  properties: {
    ...PROPERTIES,
    direction: oneOf('Part of this organization in the transfer.', ['HANDED_OVER', 'TAKEN_OVER']),
  },
});
