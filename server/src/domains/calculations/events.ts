import { id, integer, nullable, number, oneOf, text } from '../../rules/event-payload.ts';
import { eventsOf } from '../../rules/events.ts';

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
