import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Client, codesOf } from '../client.ts';
import { world } from '../world.ts';
import { argumentsWith, documentOf, typesNamedBy } from './calls.ts';
import { furnish, HELD_TYPES, type Holdings, heldIn } from './holdings.ts';
import { NODE_TYPES, PLACES, type Place } from './places.ts';
import { rowsOf } from './rows.ts';

/**
 * Made from the schema: whatever is named by id or externalId, in whatever argument, is looked for in
 * the caller's own tenant only. The answer to another tenant's id is, to the letter, the answer to an
 * id that nothing has; and the answer to one's own is another, which shows that the question was right.
 */

const caller = await world({ tier: 'ENTERPRISE' });
const sandbox = await world({
  tier: 'ENTERPRISE',
  environment: 'SANDBOX',
  organization: caller.organization,
});
const stranger = await world({ tier: 'ENTERPRISE' });

const own = await furnish(caller, 'own');
const tenants: readonly (readonly [string, Holdings])[] = [
  ['another organization', await furnish(stranger, 'strange')],
  ['the other environment', await furnish(sandbox, 'mock')],
];
const organizationIds = [stranger.organization.id, caller.organization.id];
/** Known when the first test of this file begins: tests of other files tidy up in the same database until then. */
let before: readonly ReadonlyMap<string, string>[] = [];

test('has a fixture of every type that has an id', async () => {
  before = await Promise.all(organizationIds.map(rowsOf));
  assert.deepEqual(
    NODE_TYPES.filter((type) => !HELD_TYPES.includes(type)),
    [],
  );
});

const places = PLACES.filter(({ type }) => HELD_TYPES.includes(type))
  .filter(hasName)
  .filter((place) => !isWrittenDown(place));

/** People are members of an organization in both its environments, whose audit logs share some entries. */
const OF_BOTH_ENVIRONMENTS: readonly string[] = ['Invitation', 'Member', 'Caller'];

for (const place of places) {
  for (const [tenant, theirs] of tenants) {
    if (tenant === 'the other environment' && OF_BOTH_ENVIRONMENTS.includes(place.type)) continue;
    test(`${titleOf(place)} finds no ${place.type} of ${tenant}`, async () => {
      const named = nameIn(theirs, place);
      const foreign = await callWith(place, own, named);
      const missing = await callWith(place, own, missingName(place));
      assert.equal(withoutName(foreign, named), withoutName(missing, missingName(place)));
    });
  }
}

test('none of these calls changed anything, theirs or one’s own', async () => {
  const after = await Promise.all(organizationIds.map(rowsOf));
  assert.equal(before.length, 2);
  assert.deepEqual(after, before);
});

/** Lists that find nothing by the held object, with the test that finds something. */
const FOUND_ELSEWHERE: Readonly<Record<string, string>> = {
  // The held passport is a draft, which cannot be offered.
  dppTransfers: 'tests/http/passports/transfer.test.ts',
};

for (const place of places.filter(({ name }) => FOUND_ELSEWHERE[name] === undefined)) {
  test(`${titleOf(place)} finds one’s own ${place.type}`, async () => {
    const isFound = await tryOn(await ownerFor(place), place);
    // An earlier call may have deleted the object: a new tenant has it still.
    assert.ok(
      isFound || (await tryOn(await newOwner(place), place)),
      'Make this a valid call in EXTRAS of calls.ts.',
    );
  });
}

/** Returns whether the answer about one's own object differs from that about an id which nothing has. */
async function tryOn({ holdings, send }: Owner, place: Place): Promise<boolean> {
  const name = nameIn(holdings, place);
  const found = await callWith(place, holdings, name, send);
  const missing = await callWith(place, holdings, missingName(place), send);
  return withoutName(found, name) !== withoutName(missing, missingName(place));
}

test('a product cannot refer to a factor of another tenant', async () => {
  const messages = [];
  for (const holdings of [...tenants.map(([, theirs]) => theirs), undefined]) {
    const held = heldIn(own, 'EmissionFactor').id;
    const factorId =
      holdings === undefined
        ? held.replace(/.{8}$/, '00000000')
        : heldIn(holdings, 'EmissionFactor').id;
    const made = await caller.send(
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
      { input: { name: 'Made', components: [{ factorId, massKg: 1 }] } },
    );
    assert.deepEqual(codesOf(made), ['BAD_USER_INPUT']);
    messages.push(withoutName(made, factorId));
  }
  assert.equal(new Set(messages).size, 1, messages.join('\n'));
});

type Owner = { readonly holdings: Holdings; readonly send: Client['send'] };

/** Tenants with the objects that a mutation names, by its name: each place of the mutation is tried on them. */
const owners = new Map<string, Promise<Owner>>();

function ownerFor(place: Place): Promise<Owner> | Owner {
  return place.root === 'query'
    ? { holdings: own, send: caller.send }
    : owners.getOrInsertComputed(place.name, () => newOwner(place));
}

let made = 0;
async function newOwner(place: Place): Promise<Owner> {
  made += 1;
  const client = await world({ tier: 'ENTERPRISE' });
  const holdings = await furnish(client, `fresh-${made}`, undefined, typesNamedBy(place));
  return { holdings, send: client.send };
}

function callWith(
  place: Place,
  holdings: Holdings,
  name: string,
  send: Client['send'] = caller.send,
): Promise<Answer> {
  const args = argumentsWith(place, holdings, name);
  return send(documentOf(place, args), args);
}

/** The factors of a bill or a facility are written down as given, and looked for in calculations. */
function isWrittenDown({ type, path }: Place): boolean {
  return type === 'EmissionFactor' && path.length > 2;
}

function titleOf({ name, path }: Place): string {
  return `${name}(${path.join('.')})`;
}

function hasName(place: Place): boolean {
  return place.by === 'id' || heldIn(own, place.type).externalId !== undefined;
}

function nameIn(holdings: Holdings, { by, type }: Place): string {
  return String(heldIn(holdings, type)[by]);
}

/** A well-formed id of the right kind that nothing has. */
function missingName({ by, type }: Place): string {
  return by === 'id' ? heldIn(own, type).id.replace(/.{8}$/, '00000000') : 'nothing-has-this';
}

function withoutName({ status, data, errors }: Answer, name: string): string {
  return JSON.stringify({ status, data, errors }).replaceAll(name, '…');
}
