import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, type JsonObject } from '../client.ts';
import { world } from '../world.ts';

/** One variable that 50 mutations share: a megabyte of a body would be written 50 times. */

const client = await world();
const PART: JsonObject = {
  name: 'p'.repeat(220),
  quantity: 1,
  material: 'cotton fibre',
  massKg: 1,
};
const COMPONENTS = Array.from({ length: 250 }, () => PART);
const BYTES = Buffer.byteLength(JSON.stringify(COMPONENTS));

function products(count: number, head = '$parts: [ComponentInput!]!', use = '...Made'): string {
  const fields = Array.from(
    { length: count },
    (_, at) => `a${at}: createProduct(input: { name: "Many", components: $parts }) { ${use} }`,
  );
  const fragment =
    use === '...Made' ? 'fragment Made on CreateProductPayload { product { name } }' : '';
  return `mutation (${head}) { ${fields.join(' ')} } ${fragment}`;
}

async function countProducts(): Promise<unknown> {
  return dataOf(await client.send('{ products { totalCount } }'));
}

test('a variable counts as often as a document uses it, in fragments too, and nothing is written', async () => {
  assert.ok(40 * BYTES > 2 * 1024 ** 2 && 20 * BYTES < 2 * 1024 ** 2);
  const { errors } = await client.send(products(40), { parts: COMPONENTS });
  const [error] = errors;
  assert.equal(errors.length, 1);
  assert.equal(error?.extensions['code'], 'QUERY_TOO_COMPLEX');
  assert.equal(error?.extensions['maxInputBytes'], 2 * 1024 ** 2);
  const counted = Number(error?.extensions['inputBytes']);
  assert.ok(Math.abs(counted / (40 * BYTES) - 1) < 0.02, `${counted} of ${40 * BYTES}`);
  assert.match(error?.message ?? '', /^The variables have \d+ bytes, each counted as often as/);

  const fragments = `fragment All on Mutation { ...Half } fragment Half on Mutation { ${Array.from(
    { length: 40 },
    (_, at) =>
      `a${at}: createProduct(input: { name: "Many", components: $parts }) { product { name } }`,
  ).join(' ')} }`;
  const spread = await client.send(
    `mutation ($parts: [ComponentInput!]!) { ...All } ${fragments}`,
    { parts: COMPONENTS },
  );
  assert.equal(spread.errors[0]?.extensions['inputBytes'], counted);
  assert.deepEqual(await countProducts(), { products: { totalCount: 0 } });
});

test('a default of a variable counts in the same way', async () => {
  const value = `[${Array.from({ length: 250 }, () => `{ name: "${'p'.repeat(255)}" }`).join(' ')}]`;
  const { errors } = await client.send(products(40, `$parts: [ComponentInput!] = ${value}`));
  assert.equal(errors[0]?.extensions['code'], 'QUERY_TOO_COMPLEX');
  assert.equal(errors[0]?.extensions['inputBytes'], 40 * value.length);
});

test('as much as a body may have is written once, and a small value many times', async () => {
  const parts = COMPONENTS.slice(0, 40);
  const many = await client.send(products(40), { parts });
  assert.equal(Object.keys(Object(dataOf(many))).length, 40);
  const full = await client.send(products(1), { parts: COMPONENTS, ignored: 'x'.repeat(900_000) });
  assert.deepEqual(dataOf(full), { a0: { product: { name: 'Many' } } });
});
