import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { getNamedType, getOperationAST, isEnumType, isInputObjectType, parse } from 'graphql';
import { fragmentsOf } from '../../../server/src/graphql/selections.ts';
import { DirectPlan } from '../../../server/src/http/answer/direct-plan.ts';
import { schema } from '../../../server/src/schema.ts';
import type { JsonObject } from '../client.ts';
import { startTestService } from '../service.ts';
import { service, world } from '../world.ts';
import { argumentsOf, documentOf } from './calls.ts';
import { furnish } from './holdings.ts';
import { ROOT_FIELDS, type RootField } from './places.ts';
import { type Below, RandomSelection } from './selections.ts';

/**
 * An answer is written directly where that is possible, and else by the executor of GraphQL. Random
 * documents of all root fields get the same bytes from a service that never writes directly.
 */

const owner = await world({ tier: 'ENTERPRISE' });
const holdings = await furnish(owner, 'one');
for (const mark of ['two', 'three']) await furnish(owner, mark);
const UNUSUAL = 'A "name" \\ of Straße 日本 🧦';
const made = await owner.send(
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
  { input: { name: UNUSUAL, externalId: '"', tags: [UNUSUAL], netMassKg: 1e-7 } },
);
assert.deepEqual(made.errors, []);
const outsider = await world({ tier: 'FREE', permissions: ['CUSTOMERS_READ'] });
const executor = await startTestService({
  DATABASE_URL: service.databaseUrl,
  // The jobs of other test files are for the service that has their uploads.
  TRACKWAY_ROLE: 'api',
  TRACKWAY_DIRECT_ANSWERS: 'off',
});

const QUESTIONS: Readonly<Record<string, JsonObject>> = {
  search: { query: 'held' },
  usage: { from: '2020-01-01', to: '2025-12-31' },
};
/** The log of requests grows by its own calls. */
const QUERIES = ROOT_FIELDS.filter(({ root, name }) => root === 'query' && name !== 'requests');
const LISTS = QUERIES.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));

type Call = { readonly query: string; readonly variables: JsonObject };

function randomCall(below: Below): Call {
  const isList = below(4) > 0;
  const roots = isList ? LISTS : QUERIES;
  const root = roots[below(roots.length)];
  if (root === undefined) throw new Error('There are no queries.');
  const variables = {
    ...argumentsOf(root, holdings),
    ...QUESTIONS[root.name],
    ...(isList ? { ...pagingOf(below), ...sortOf(root, below) } : {}),
  };
  const selection = new RandomSelection(below);
  const text = documentOf(root, variables, selection.of(root.field.type, isList ? 4 : 2));
  return { query: [text, ...selection.fragments].join('\n'), variables };
}

function pagingOf(below: Below): JsonObject {
  const size = below(7) - 1;
  return [{}, { first: size }, { last: size }, { first: 1, after: 'x' }][below(4)] ?? {};
}

function sortOf({ field }: RootField, below: Below): JsonObject {
  const argument = field.args.find(({ name }) => name === 'sortBy');
  const input = argument && getNamedType(argument.type);
  const orders = isInputObjectType(input) && input.getFields()['field']?.type;
  const type = orders ? getNamedType(orders) : undefined;
  if (!isEnumType(type) || below(2) === 0) return {};
  const names = type.getValues().map(({ name }) => name);
  const direction = below(2) === 0 ? 'ASC' : 'DESC';
  return { sortBy: { field: names[below(names.length)] ?? '', direction } };
}

/** The answer as bytes, without its request id and the addresses of the service. */
async function answerOf(url: string, key: string, call: Call): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'Accept-Encoding': 'identity',
    },
    body: JSON.stringify(call),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.headers.get('content-length'), String(bytes.length));
  // The two services have ports of their own, and a signed address counts the seconds until it ends.
  const text = bytes
    .toString('latin1')
    .replace(/localhost:\d+|\?expires=\d+&signature=[\w-]+/g, 'address');
  return `${response.status} ${text.slice(0, text.lastIndexOf(',"extensions":{"requestId"'))}`;
}

/** A query of so high a cost is executed to text. */
function heavy({ query, variables }: Call): Call {
  const page = 'heavy: products(first: 100) { nodes { id name tags } }';
  return { query: query.replace(' { ', ` { ${page} `), variables };
}

/** With these codes a service on a busy machine asks its client to come again. */
const PASSING = /"code":"(?:TIMEOUT|UNAVAILABLE)"/;

/** The answers of both services to the same data. */
async function answersOf(key: string, call: Call): Promise<readonly [string, string]> {
  for (;;) {
    const direct = await answerOf(service.url, key, call);
    const executed = await answerOf(executor.url, key, call);
    if (direct === executed) return [direct, executed];
    if (PASSING.test(direct + executed)) continue;
    // A delivery that was tried again in between has changed the data.
    return [await answerOf(service.url, key, call), executed];
  }
}

/** Random documents get the same bytes from both services. */
async function assertSameBytes(callOf: (below: Below) => Call): Promise<void> {
  let answered = 0;
  const numbers = fc.array(fc.nat({ max: 2 ** 20 }), { minLength: 200, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(numbers, async (random) => {
      let taken = 0;
      const below: Below = (bound) => (random[taken++ % random.length] ?? 0) % Math.max(1, bound);
      const { key } = below(4) === 0 ? outsider : owner;
      const call = callOf(below);
      const [direct, executed] = await answersOf(key, call);
      assert.equal(direct, executed, JSON.stringify(call));
      if (direct.startsWith('200 {"data":{')) answered += 1;
    }),
    { numRuns: 300, endOnFailure: true },
  );
  assert.ok(answered > 100, `${answered} documents had data`);
}

test('answers are the same bytes whether they are written directly or by the executor', () =>
  assertSameBytes(randomCall));

test('answers of large queries are the same bytes whether they are executed to text or to objects', () =>
  assertSameBytes((below) => heavy(randomCall(below))));

test('unusual texts and numbers are written as JSON.stringify writes them', async () => {
  const call = {
    query: '{ products(first: 100) { nodes { name externalId tags netMassKg createdAt } } }',
    variables: {},
  };
  const answer = await answerOf(service.url, owner.key, call);
  assert.equal(answer, await answerOf(executor.url, owner.key, call));
  const name = Buffer.from(JSON.stringify(UNUSUAL)).toString('latin1');
  assert.ok(answer.includes(`"name":${name},"externalId":"\\"","tags":[${name}`), answer);
});

test('the documents of lists and of the caller are written directly', () => {
  const page = 'pageInfo { hasNextPage endCursor } totalCount';
  const isDirect = (query: string) => {
    const document = parse(query);
    const operation = getOperationAST(document);
    return (
      operation != null && DirectPlan.of(schema, fragmentsOf(document), operation) !== undefined
    );
  };
  for (const list of ['products', 'orders', 'customers', 'transactions', 'supplyChains', 'carts']) {
    const name = list === 'carts' ? 'shoppingCarts' : list;
    assert.ok(
      isDirect(`{ ${name} { edges { cursor node { id version createdAt } } ${page} } }`),
      name,
    );
    assert.ok(!isDirect(`{ ${name} { nodes { id @skip(if: false) } } }`), name);
  }
  assert.ok(isDirect('{ me { id name tier organization { id name tier } } }'));
  assert.ok(!isDirect('{ me { id } rateLimit { limit } }'));
});
