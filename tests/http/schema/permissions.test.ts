import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, isObjectType } from 'graphql';
import { requirementOfField, requirementOfType } from '../../../server/src/graphql/access.ts';
import { PERMISSIONS, type Permission } from '../../../server/src/rules/access/permissions.ts';
import { schema } from '../../../server/src/schema.ts';
import { type Answer, at, type Client } from '../client.ts';
import { world } from '../world.ts';
import { argumentsOf, argumentsWith, documentOf } from './calls.ts';
import {
  furnish,
  heldIn,
  holdCatalogue,
  holdConfirmedOrder,
  holdFull,
  holdScenario,
  holdScenarioOf,
} from './holdings.ts';
import { NODE_TYPES, PLACES, ROOT_FIELDS, type RootField } from './places.ts';
import { rowsOf } from './rows.ts';
import { INNER_FIELDS, waysTo } from './ways.ts';

/**
 * Made from the schema: a key with every permission but one meets that one at every place where it is
 * asked, and nowhere sees behind it.
 */

const all = await world({ tier: 'ENTERPRISE' });
const own = await furnish(all, 'own');
const clients = new Map<Permission, Client>();

/** A client with all permissions but one. */
async function clientWithout(permission: Permission): Promise<Client> {
  const known = clients.get(permission);
  if (known !== undefined) return known;
  const permissions = PERMISSIONS.filter((each) => each !== permission);
  const client = await world({ tier: 'ENTERPRISE', permissions, organization: all.organization });
  clients.set(permission, client);
  return client;
}

function refusedPermissions({ errors }: Answer): unknown[] {
  return errors
    .filter(({ extensions }) => extensions.code === 'FORBIDDEN')
    .map(({ extensions }) => extensions['requiredPermission']);
}

function permissionOf({ field }: Pick<RootField, 'field'>): Permission | undefined {
  return requirementOfField(field).permission;
}

await holdScenario(all, own);
const withCatalogue = new Map([...own, ['Calculation', await holdCatalogue(all)]]);
const withAlternatives = new Map([...own, ['Calculation', await holdFull(all)]]);
const withLedger = new Map([...own, ['Order', await holdConfirmedOrder(all, own)]]);
const withProducts = new Map([...own, ['Scenario', await holdScenarioOf(all, { catalogue: {} })]]);
const ofOrder = { orderId: heldIn(own, 'Order').id };
const withLines = new Map([...own, ['Scenario', await holdScenarioOf(all, ofOrder)]]);

/** Mutations whose permission depends on their input, each tested in its own folder. */
const ASK_BY_INPUT = ['bulkExport', 'bulkImport', 'cancelBulkJob', 'resetSandbox'];
const mutations = ROOT_FIELDS.filter(({ root }) => root === 'mutation');
const queries = ROOT_FIELDS.filter(({ root }) => root === 'query');

test('every mutation asks for a permission to write', () => {
  const open = mutations.filter(
    (mutation) => !/_(WRITE|MANAGE)$/.test(permissionOf(mutation) ?? ''),
  );
  assert.deepEqual(
    open.map(({ name }) => name),
    ASK_BY_INPUT,
  );
});

for (const mutation of mutations) {
  for (const permission of permissionsAskedBy(mutation)) {
    test(`${mutation.name} is refused whole without ${permission}, and changes nothing`, async () => {
      const { send } = await clientWithout(permission);
      const before = await rowsOf(all.organization.id);
      const args = argumentsOf(mutation, own);
      const answer = await send(documentOf(mutation, args), args);
      assert.deepEqual(answer.data, { [mutation.name]: null });
      assert.deepEqual([...new Set(refusedPermissions(answer))], [permission]);
      assert.deepEqual(await rowsOf(all.organization.id), before);
    });
  }
}

/** A mutation asks for a permission of its own, and for those of the objects that its payload shows. */
function permissionsAskedBy({ field }: RootField): ReadonlySet<Permission> {
  const payload = getNamedType(field.type);
  const shown = isObjectType(payload) ? Object.values(payload.getFields()) : [];
  return new Set([field, ...shown].flatMap((each) => permissionOf({ field: each }) ?? []));
}

for (const query of queries) {
  const permission = permissionOf(query);
  if (permission === undefined) continue;
  test(`${query.name} is null without ${permission}`, async () => {
    const { send } = await clientWithout(permission);
    const place = PLACES.find(({ name, by }) => name === query.name && by === 'id');
    const args =
      place === undefined
        ? argumentsOf(query, own)
        : argumentsWith(place, own, heldIn(own, place.type).id);
    const answer = await send(documentOf(query, args), args);
    assert.equal(at(answer.data ?? undefined, query.name), null);
    assert.deepEqual(refusedPermissions(answer), [permission]);
  });
}

for (const type of NODE_TYPES) {
  const { permission } = requirementOfType(schema, type);
  if (permission === undefined) continue;
  test(`node and nodes give no ${type} without ${permission}`, async () => {
    const { send } = await clientWithout(permission);
    const { id } = heldIn(own, type);
    const answer = await send(
      'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } me { name } }',
      { id },
    );
    assert.equal(at(answer.data ?? undefined, 'node'), null);
    assert.deepEqual(at(answer.data ?? undefined, 'nodes'), [null]);
    assert.deepEqual(refusedPermissions(answer), [permission, permission]);
  });
}

for (const inner of INNER_FIELDS) {
  const permission = permissionOf(inner);
  if (
    permission === undefined ||
    permission === requirementOfType(schema, inner.type.name).permission
  )
    continue;
  const ways = [own, withCatalogue, withAlternatives, withLedger, withProducts, withLines].flatMap(
    (held) => waysTo(inner, held, permission),
  );
  if (ways.length === 0) continue;
  test(`${inner.type.name}.${inner.field.name} is null without ${permission}`, async () => {
    const { send } = await clientWithout(permission);
    const answers = await Promise.all(ways.map((query) => send(query)));
    const met = answers.filter(({ errors }) =>
      errors.some(({ path }) => path?.at(-1) === inner.field.name),
    );
    assert.ok(met.length > 0, `No fixture leads there: ${ways.join('\n')}`);
    for (const answer of met) assert.ok(refusedPermissions(answer).includes(permission));
    const type = getNamedType(inner.field.type).name;
    assert.ok(answers.every(({ data }) => !JSON.stringify(data).includes(`"${type}"`)));
  });
}
