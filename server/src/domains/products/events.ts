import {
  changedFields,
  id,
  integer,
  nullable,
  number,
  oneOf,
  text,
} from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import type { Product } from './model.ts';

const declare = eventsOf({
  name: 'product',
  idKind: 'product',
  idProperty: 'productId',
  permission: 'PRODUCTS_READ',
});

const PRODUCT = {
  externalId: nullable(text('The id of the product in your own system.', 'SHIRT-M-BLUE')),
  version: integer('Version of the product after the change.', 3),
  status: oneOf('Status of the product after the change.', ['DRAFT', 'ACTIVE', 'ARCHIVED']),
};

export const productCreated = declare('created', {
  meaning: 'A product was created, by a mutation or by an import.',
  properties: PRODUCT,
});

export const productUpdated = declare('updated', {
  meaning: 'A product was changed, by a mutation or by an import.',
  properties: {
    ...PRODUCT,
    changedFields: changedFields('Name of the field in `UpdateProductInput`.', 'netMassKg'),
  },
});

export const productFootprintChanged = declare('footprint_changed', {
  meaning: 'A calculation became the footprint of a product.',
  properties: {
    ...PRODUCT,
    basis: oneOf('Detail and boundary of the footprint.', [
      'BASIC',
      'FULL_CRADLE_TO_GATE',
      'FULL_CRADLE_TO_SHELF',
      'FULL_CRADLE_TO_GRAVE',
    ]),
    co2eKg: number('Greenhouse gases of one declared unit in kg CO2e.', 2.41),
    calculationId: id('calculation', 'The calculation that is the footprint.'),
  },
});

export const productDeleted = declare('deleted', {
  meaning: 'A product was deleted, as the next version after its last change.',
  properties: PRODUCT,
});

/** The part of the payload that all events of a product have. */
export function productPayload({
  externalId,
  version,
  status,
}: Pick<Product, 'externalId' | 'version' | 'status'>) {
  return { externalId, version, status };
}
