import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'graphql';
import { REQUEST_LIMITS } from '../../../server/src/http/limits/request-limits.ts';
import { PERMISSIONS } from '../../../server/src/rules/access/permissions.ts';
import { type Answer, type Client, codesOf, type JsonObject } from '../client.ts';
import { world } from '../world.ts';
import { argumentsOf, argumentsWith, documentOf, selectionOf } from './calls.ts';
import { furnish, heldIn } from './holdings.ts';
import { PLACES, ROOT_FIELDS, type RootField } from './places.ts';

/**
 * Generated from the schema: a repeated document is compiled and answered by other code than the
 * first time. The two must answer alike: results, missing objects, and refusals.
 */

const owner = await world({ tier: 'ENTERPRISE' });
const own = await furnish(owner, 'own');
const { organization } = owner;
const without = PERMISSIONS.filter(
  (permission) => !/^(FACTORS|CUSTOMERS|PRODUCTS)_READ$/.test(permission),
);
const limited = await world({ tier: 'ENTERPRISE', organization, permissions: without });

/** Different each time by their nature. */
const NEVER_THE_SAME = ['rateLimit', 'usage', 'requests'];
const queries = ROOT_FIELDS.filter(
  ({ root, name }) => root === 'query' && !NEVER_THE_SAME.includes(name),
);

async function assertSteady(client: Client, document: string, variables: JsonObject) {
  const answers = await answersTo(client, document, variables);
  // Workers may change an answer in between, by another attempt of a delivery for example: then the same in a new document.
  const steady = isSteady(answers)
    ? answers
    : await answersTo(client, `# again\n${document}`, variables);
  for (const answer of steady) assert.equal(answer, steady[0]);
}

function isSteady(answers: readonly string[]): boolean {
  return new Set(answers).size === 1;
}

/** Answers of the document plainly, compiled for the first time, and by what was compiled. */
async function answersTo({ send }: Client, document: string, variables: JsonObject) {
  const answers: string[] = [];
  for (let run = 0; run < 3; run++) {
    const { status, data, errors } = await send(document, variables);
    assert.ok(data !== undefined, JSON.stringify(errors));
    answers.push(
      JSON.stringify({ status, data, errors: sorted(errors) })
        .replace(/"lastUsedAt":("[^"]*"|null)|"recentRequests":\[[^\]]*\]/g, '')
        // A signed address counts the seconds until it ends.
        .replace(/\?expires=\d+&signature=[\w-]+/g, ''),
    );
  }
  return answers;
}

/** Errors in one order: GraphQL leaves the order of fields that are resolved at the same time open. */
function sorted(errors: Answer['errors']): Answer['errors'] {
  return errors.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

for (const query of queries) {
  const places = PLACES.filter(({ name, path }) => name === query.name && path.length <= 2);
  const calls =
    places.length === 0
      ? [argumentsOf(query, own)]
      : places.flatMap((place) => [
          argumentsWith(place, own, heldIn(own, place.type).id),
          argumentsWith(place, own, 'nothing'),
        ]);
  test(`${query.name} answers the same plainly and compiled`, async () => {
    for (const args of calls) {
      const document = await deepest(query, args);
      await assertSteady(owner, document, args);
      await assertSteady(limited, `# limited\n${document}`, args);
    }
  });
}

/** The document of a query that goes as deep as three objects, or as its tokens and its cost allow. */
async function deepest(query: RootField, args: JsonObject): Promise<string> {
  const ofDepth = (depth: number) =>
    documentOf(query, args, selectionOf(query.field.type, depth, true));
  try {
    parse(ofDepth(3), { maxTokens: REQUEST_LIMITS.tokens });
  } catch {
    return ofDepth(2);
  }
  const isTooComplex = codesOf(await owner.send(ofDepth(3), args)).includes('QUERY_TOO_COMPLEX');
  return ofDepth(isTooComplex ? 2 : 3);
}

test('skips and includes the same plainly and compiled', async () => {
  const document = `query ($yes: Boolean!, $no: Boolean = false) {
    me { id @include(if: $yes) name @skip(if: $yes) ... on Me @include(if: $no) { tier } ...Kept @skip(if: $no) }
    factorSets @include(if: $no) { name }
    again: me { id } again: me { name }
  }
  fragment Kept on Me { organization { name } }`;
  for (const variables of [
    { yes: true },
    { yes: false },
    { yes: true, no: true },
    { yes: false, no: true },
  ])
    await assertSteady(owner, document, variables);
});
