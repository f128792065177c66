import { encodeId } from '../../platform/ids.ts';
import { id, integer, nullable, number, oneOf, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import type { Subject } from './model.ts';

const declare = eventsOf({
  name: 'calculation',
  idKind: 'calculation',
  idProperty: 'calculationId',
  permission: 'CALCULATIONS_READ',
});

const CALCULATION = {
  kind: oneOf('Kind of object that was calculated.', [
    'PRODUCT',
    'MATERIAL',
    'ENERGY',
    'TRANSPORT',
    'SUPPLY_CHAIN',
    'CART',
    'ORDER',
    'CATALOGUE',
  ]),
  detail: oneOf('Level of detail of the calculation.', ['BASIC', 'FULL']),
};

export const calculationCompleted = declare('completed', {
  meaning: 'A calculation has its result.',
  properties: {
    ...CALCULATION,
    productId: nullable(id('product', 'Product that was calculated; null for other kinds.')),
    supplyChainId: nullable(id('supplyChain', 'Supply chain that was calculated, or null.')),
    cartId: nullable(id('shoppingCart', 'Shopping cart that was calculated, or null.')),
    orderId: nullable(id('order', 'Order that was calculated, or null.')),
    co2eKg: nullable(number('Result in kg CO2e; null for a catalogue.', 12.5)),
    snapshotHash: nullable(
      text('SHA-256 of everything that the result was made of; null for a catalogue.', 'a3f5…'),
    ),
    doneCount: nullable(integer('Products of a catalogue that were read; null for others.', 500)),
    failedCount: nullable(
      integer('Products of a catalogue without a footprint; null for others.', 2),
    ),
  },
});

export const calculationFailed = declare('failed', {
  meaning: 'A calculation that ran as a job failed.',
  properties: CALCULATION,
});

const SUBJECTS = {
  SUPPLY_CHAIN: 'supplyChain',
  CART: 'shoppingCart',
  ORDER: 'order',
} as const;

/** The ids of what was calculated. */
export function subjectIds({ kind, productId, subjectId }: Subject) {
  const idOf = (wanted: keyof typeof SUBJECTS) =>
    kind === wanted && subjectId !== undefined ? encodeId(SUBJECTS[wanted], subjectId) : null;
  return {
    productId: productId == null ? null : encodeId('product', productId),
    supplyChainId: idOf('SUPPLY_CHAIN'),
    cartId: idOf('CART'),
    orderId: idOf('ORDER'),
  };
}
