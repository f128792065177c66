import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsOf, ROLES } from '../../../server/src/domains/accounts/index.ts';
import { requirementOfField } from '../../../server/src/graphql/access.ts';
import { type Answer, at, codesOf } from '../client.ts';
import { argumentsOf, argumentsWith, documentOf } from '../schema/calls.ts';
import { furnish, HELD_TYPES, heldIn } from '../schema/holdings.ts';
import { PLACES, ROOT_FIELDS, type RootField } from '../schema/places.ts';
import { rowsOf } from '../schema/rows.ts';
import { untilNoJobRuns, world } from '../world.ts';
import { personIn } from './browser.ts';

/**
 * Made from the schema: every operation is called through the entrance of the dashboard, with every role, about the
 * objects of another organization, and at the entrance of the other organization.
 */

const own = await world({ tier: 'ENTERPRISE' });
const other = await world({ tier: 'ENTERPRISE' });
await furnish(own, 'own');
const theirs = await furnish(other, 'theirs');
await untilNoJobRuns(other.scope);
const theirIds = [...theirs.values()].map(({ id }) => id);

const permissionOf = ({ field }: RootField) => requirementOfField(field).permission;

/** A call about an object of the other organization, if the operation can name one. */
function callOf(operation: RootField) {
  const place = PLACES.find(
    ({ name, by, type }) => name === operation.name && by === 'id' && HELD_TYPES.includes(type),
  );
  const args =
    place === undefined || operation.root === 'mutation'
      ? argumentsOf(operation, theirs)
      : argumentsWith(place, theirs, heldIn(theirs, place.type).id);
  return { document: documentOf(operation, args), args };
}

function isRefusedFor(answer: Answer, permission: string): boolean {
  return answer.errors.some(
    ({ extensions }) =>
      extensions.code === 'FORBIDDEN' && extensions['requiredPermission'] === permission,
  );
}

for (const role of ROLES) {
  const granted = permissionsOf(role);
  const isRefused = (operation: RootField) => {
    const permission = permissionOf(operation);
    return permission !== undefined && !granted.has(permission);
  };

  test(`${role} runs the operations of the role, and none reaches another organization`, async () => {
    const { browser } = await personIn(own.organization, role);
    const run = (operation: RootField) => {
      const { document, args } = callOf(operation);
      return browser.query(own.organization, 'LIVE', document, args);
    };
    // The role before began jobs, which change rows by themselves.
    await untilNoJobRuns(own.scope);
    const before = await rowsOf(own.organization.id);
    for (const operation of ROOT_FIELDS.filter(isRefused)) {
      const answer = await run(operation);
      assert.ok(isRefusedFor(answer, permissionOf(operation) ?? ''), operation.name);
      assert.equal(at(answer.data ?? undefined, operation.name), null, operation.name);
    }
    assert.deepEqual(
      await rowsOf(own.organization.id),
      before,
      'a refused operation changes nothing',
    );

    const foreign = await rowsOf(other.organization.id);
    for (const operation of ROOT_FIELDS.filter((each) => !isRefused(each))) {
      const answer = await run(operation);
      assert.ok(!isRefusedFor(answer, permissionOf(operation) ?? ''), operation.name);
      const shown = JSON.stringify(answer.data ?? null);
      assert.deepEqual(
        theirIds.filter((id) => shown.includes(id)),
        [],
        operation.name,
      );
    }
    assert.deepEqual(await rowsOf(other.organization.id), foreign);
  });
}

test('an owner runs no operation at the entrance of another organization', async () => {
  const { browser } = await personIn(own.organization, 'OWNER');
  const foreign = await rowsOf(other.organization.id);
  for (const operation of ROOT_FIELDS) {
    const { document, args } = callOf(operation);
    const answer = await browser.query(other.organization, 'LIVE', document, args);
    assert.deepEqual(codesOf(answer), ['FORBIDDEN'], operation.name);
    assert.equal(answer.data ?? null, null, operation.name);
  }
  assert.deepEqual(await rowsOf(other.organization.id), foreign);
});
