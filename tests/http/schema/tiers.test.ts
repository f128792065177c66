import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, isEnumType } from 'graphql';
import { accessOf, requirementOfType } from '../../../server/src/graphql/access.ts';
import type { Environment } from '../../../server/src/platform/scope.ts';
import type { Tier } from '../../../server/src/rules/access/tiers.ts';
import { schema } from '../../../server/src/schema.ts';
import { type Answer, at, type Client, type Json } from '../client.ts';
import { world } from '../world.ts';
import { anyValueOf, argumentsAt, argumentsOf, documentOf } from './calls.ts';
import { furnish, heldIn, holdScenario } from './holdings.ts';
import { INPUTS, type Input, NODE_TYPES, ROOT_FIELDS, type RootField } from './places.ts';
import { rowsOf } from './rows.ts';
import { INNER_FIELDS, waysTo } from './ways.ts';

/** Made from the schema: a key of the tier below meets every gate, in both environments. */

const BELOW: Readonly<Record<Exclude<Tier, 'FREE'>, Tier>> = {
  GROWTH: 'FREE',
  ENTERPRISE: 'GROWTH',
};

const owner = await world({ tier: 'ENTERPRISE' });
const own = await furnish(owner, 'own');
await holdScenario(owner, own);

async function assertRefused(call: RootField, args: Readonly<Record<string, Json>>, tier: Tier) {
  if (tier === 'FREE') return;
  const callers = [await callerOf(BELOW[tier], 'LIVE'), await callerOf(BELOW[tier], 'SANDBOX')];
  const before = await rowsOf(owner.organization.id);
  for (const { send } of callers) {
    const answer = await send(documentOf(call, args), args);
    assert.deepEqual(requiredTiers(answer), [tier]);
    assert.equal(at(answer.data ?? undefined, call.name), null);
    if (call.root === 'mutation') assert.deepEqual(answer.data, { [call.name]: null });
  }
  assert.deepEqual(await rowsOf(owner.organization.id), before);
}

const clients = new Map<string, Promise<Client>>();

function callerOf(tier: Tier, environment: Environment): Promise<Client> {
  return clients.getOrInsertComputed(`${tier} ${environment}`, () =>
    world({ tier, environment, organization: owner.organization }),
  );
}

function requiredTiers({ errors }: Answer): unknown[] {
  return errors.map(({ extensions }) => extensions['requiredTier']);
}

for (const call of ROOT_FIELDS) {
  const { tier = 'FREE' } = accessOf(call.field);
  if (tier === 'FREE') continue;
  test(`${call.name} is refused below ${tier}`, async () => {
    await assertRefused(call, argumentsOf(call, own), tier);
  });
}

for (const type of NODE_TYPES) {
  const query = ROOT_FIELDS.find(
    ({ root, field }) => root === 'query' && field.type.toString() === type,
  );
  const tier = (query && accessOf(query.field).tier) ?? 'FREE';
  test(`node asks for the tier of a ${type}, as its own query does`, async () => {
    assert.equal(requirementOfType(schema, type).tier ?? 'FREE', tier);
    if (tier === 'FREE') return;
    const { send } = await world({ tier: BELOW[tier], organization: owner.organization });
    const { id } = heldIn(own, type);
    const answer = await send(
      'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }',
      {
        id,
      },
    );
    assert.deepEqual(requiredTiers(answer), [tier, tier]);
    assert.deepEqual(answer.data, { node: null, nodes: [null] });
  });
}

for (const input of INPUTS) {
  for (const { name, tier, value } of gatedValuesOf(input)) {
    const { tier: ofField = 'FREE' } = accessOf(input.field);
    if (tier === 'FREE' || tier === ofField) continue;
    const place = [input.name, ...input.path].join('.');
    test(`${place}${name} is refused below ${tier}`, async () => {
      await assertRefused(input, argumentsAt(input, own, value), tier);
    });
  }
}

/** Values of an input that require a tier: any value, or some values of an enum. */
function gatedValuesOf({ element }: Input): { name: string; tier: Tier; value: Json }[] {
  const { tier } = accessOf(element);
  if (tier !== undefined) return [{ name: '', tier, value: anyValueOf(element.type) }];
  const named = getNamedType(element.type);
  const words = isEnumType(named) ? named.getValues() : [];
  return words.map((word) => ({
    name: ` ${word.name}`,
    tier: accessOf(word).tier ?? 'FREE',
    value: word.name,
  }));
}

for (const inner of INNER_FIELDS) {
  const { tier = 'FREE' } = accessOf(inner.field);
  if (tier === 'FREE') continue;
  test(`${inner.type.name}.${inner.field.name} is null below ${tier}`, async () => {
    const { send } = await world({ tier: BELOW[tier], organization: owner.organization });
    const answers = await Promise.all(waysTo(inner, own).map((query) => send(query)));
    const met = answers.filter(({ errors }) =>
      errors.some(({ path }) => path?.at(-1) === inner.field.name),
    );
    for (const answer of met) assert.ok(requiredTiers(answer).includes(tier));
    // The object itself may be refused below the tier, on every way that leads to it.
    const isClosed = answers.some((answer) => requiredTiers(answer).includes(tier));
    assert.ok(met.length > 0 || isClosed, 'No fixture leads there.');
  });
}
