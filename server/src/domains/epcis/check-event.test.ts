import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DppContent } from '../passports/index.ts';
import { checkEvent, checkEvents } from './check-event.ts';

const SHIPPED: DppContent = {
  type: 'ObjectEvent',
  eventTime: '2026-11-22T09:30:00.5+01:00',
  eventTimeZoneOffset: '+01:00',
  action: 'OBSERVE',
  bizStep: 'shipping',
  epcList: ['https://id.acme.example/01/09506000134352/21/S%2F1'],
};

const INPUTS = { inputEPCList: ['urn:epc:id:sgtin:9506000.013435.7'] };

/** Changes of a good event, with the places of the problems that they cause. */
const CASES: readonly (readonly [
  title: string,
  change: DppContent,
  problems: readonly string[],
])[] = [
  ['a good event', {}, []],
  ['an unknown type', { type: 'QuantityEvent' }, ['type']],
  ['a time without an offset', { eventTime: '2026-11-22T09:30:00' }, ['eventTime']],
  ['a day that does not exist', { eventTime: '2026-13-22T09:30:00Z' }, ['eventTime']],
  ['an offset of 15 hours', { eventTimeZoneOffset: '+15:00' }, ['eventTimeZoneOffset']],
  ['an unknown action', { action: 'SEE' }, ['action']],
  ['a step that is no word of CBV', { bizStep: 'sending' }, ['bizStep']],
  ['a step of its own', { bizStep: 'https://acme.example/steps/dyeing' }, []],
  ['a place without an id', { readPoint: {} }, ['readPoint.id']],
  ['a place that is a text', { bizLocation: 'Porto' }, ['bizLocation']],
  ['no objects', { epcList: [] }, ['epcList']],
  ['a wrong check digit', { epcList: ['https://id.gs1.org/01/09506000134353'] }, ['epcList.0']],
  [
    'a serial in broken percent-encoding',
    { epcList: ['https://id.gs1.org/01/09506000134352/21/%E0'] },
    ['epcList.0'],
  ],
  ['an identifier that is a number', { epcList: [1] }, ['epcList.0']],
  ['an identifier of something else', { epcList: ['urn:epc:id:sscc:9506000.1234567890'] }, []],
  ['an SGTIN with too few digits', { epcList: ['urn:epc:id:sgtin:950600.01343.7'] }, ['epcList.0']],
  [
    'a quantity of 0',
    { quantityList: [{ epcClass: 'https://id.gs1.org/01/09506000134352', quantity: 0 }] },
    ['quantityList.0.quantity'],
  ],
  ['too many objects', { epcList: Array(501).fill('https://id.gs1.org/01/09506000134352') }, ['']],
  ['an event of 20 kB', { 'acme:note': 'x'.repeat(20_000) }, ['']],
  ['a telephone number', { 'acme:note': 'call +351 912 345 678' }, ['acme:note']],
  [
    'an aggregation without a parent',
    {
      type: 'AggregationEvent',
      childEPCs: ['https://id.gs1.org/01/09506000134352'],
      action: 'ADD',
    },
    ['parentID'],
  ],
  [
    'an aggregation that ends for all children',
    { type: 'AggregationEvent', action: 'DELETE', parentID: 'urn:epc:id:sscc:9506000.1234567890' },
    [],
  ],
  [
    'an association without children',
    { type: 'AssociationEvent', parentID: 'urn:epc:id:sscc:9506000.1234567890' },
    ['childEPCs'],
  ],
  ['a transaction without one', { type: 'TransactionEvent' }, ['bizTransactionList']],
  [
    'a transformation with an action',
    {
      type: 'TransformationEvent',
      ...INPUTS,
      outputEPCList: ['https://id.gs1.org/01/09506000134352'],
    },
    ['action'],
  ],
];

for (const [title, change, expected] of CASES)
  test(`${title}: ${expected.length === 0 ? 'taken' : 'refused'}`, () => {
    const { problems = [] } = checkEvent({ ...SHIPPED, ...change }, []);
    assert.deepEqual(
      problems.map(({ path }) => path.slice(1).join('.')),
      expected,
    );
  });

test('a transformation needs inputs and outputs, or the id that joins them', () => {
  const { eventTime = null, eventTimeZoneOffset = null } = SHIPPED;
  const event = { type: 'TransformationEvent', eventTime, eventTimeZoneOffset };
  assert.equal(checkEvent(event, []).problems?.length, 2);
  const joined = { ...event, transformationID: 'urn:uuid:4ec2b2ae-7b52-4a5a-b2ba-5f6b6f2b7f0e' };
  assert.equal(checkEvent(joined, []).problems, undefined);
});

test('identifiers in each form name the same product, batch and item', () => {
  const identitiesOf = (epc: string) =>
    checkEvent({ ...SHIPPED, epcList: [epc] }, []).event?.identities;
  assert.deepEqual(identitiesOf('https://example.com/a/b/01/09506000134352/10/L%2F1'), [
    '01/09506000134352/10/L%2F1',
  ]);
  assert.deepEqual(identitiesOf('https://id.gs1.org/01/09506000134352/22/2A/10/L1/21/7'), [
    '01/09506000134352/21/7',
  ]);
  assert.deepEqual(identitiesOf('urn:epc:id:sgtin:9506000.013435.S%2F1'), [
    '01/09506000134352/21/S%2F1',
  ]);
  assert.deepEqual(identitiesOf('urn:epc:idpat:sgtin:9506000.013435.*'), ['01/09506000134352']);
  assert.deepEqual(identitiesOf('urn:epc:class:lgtin:9506000.013435.L1'), [
    '01/09506000134352/10/L1',
  ]);
  assert.deepEqual(identitiesOf('https://id.gs1.org/00/395060001234567893'), []);
});

test('an event without an id gets the digest of its canonical JSON, whatever the order of its fields', () => {
  const reversed = Object.fromEntries(Object.entries(SHIPPED).toReversed());
  const first = checkEvent(SHIPPED, []).event?.eventId;
  assert.match(String(first), /^ni:\/\/\/sha-256;[0-9a-f]{64}$/);
  assert.equal(checkEvent(reversed, []).event?.eventId, first);
});

test('a document of events is checked in turns of the event loop', async () => {
  const epcList = Array.from({ length: 100 }, (_each, at) => `${SHIPPED['epcList']}-${at}`);
  const events = Array.from({ length: 100 }, (_each, at) => ({
    ...SHIPPED,
    epcList: epcList.slice(0, 100 - (at % 10)),
  }));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const checked = await checkEvents(events, []);
  clearImmediate(next);
  assert.ok(turns > 1, `${turns} turns`);
  assert.deepEqual(
    checked,
    events.map((event, at) => checkEvent(event, [at])),
  );
});
