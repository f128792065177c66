import assert from 'node:assert/strict';
import {
  type Answer,
  at,
  type Client,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
} from '../client.ts';

/** Fixtures of the calculation tests: products, and results read as numbers. */

const RESULT = `id kind detail state co2eKg snapshotHash
  phases { phase co2eKg share }
  contributions(first: 100) { totalCount edges { node {
    path label phase role amount unit kgCo2ePerUnit co2eKg share factorName geography year } } }
  assumptions { path reason contributionShare } notCovered { phase reason }
  factorSets { name licence attribution attributionUrls }`;

/** Sends a calculation with its input, asking for the result. */
export function calculate(
  client: Client,
  field: string,
  input: JsonObject,
  selection = RESULT,
): Promise<Answer> {
  return client.send(mutationText(field, `calculation { ${selection} }`), { input });
}

/** The result of a calculation, which had better succeed. */
export async function resultOf(
  client: Client,
  field: string,
  input: JsonObject,
  selection = RESULT,
): Promise<Json> {
  return at(dataOf(await calculate(client, field, input, selection)), field, 'calculation') ?? null;
}

export async function newProduct(client: Client, product: JsonObject): Promise<string> {
  const input = { name: 'Thing', ...product };
  return sendForId(client, 'createProduct', 'product', input);
}

/** Sums a number over the items of a list, or over the nodes of a connection. */
export function sumAt(value: Json, list: string, name = 'co2eKg'): number {
  const found = at(value, list, 'edges') ?? at(value, list);
  assert.ok(Array.isArray(found), list);
  return found.reduce<number>(
    (sum, item) => sum + Number(at(item, 'node', name) ?? at(item, name)),
    0,
  );
}

/** Problems of a refusal: path and code of each. */
export function problemsOf({ errors }: Answer): { path: Json; code: Json; suggestions: Json }[] {
  const problems = errors[0]?.extensions['problems'];
  assert.ok(Array.isArray(problems), JSON.stringify(errors));
  return problems.map((problem: Json) => ({
    path: at(problem, 'path') ?? null,
    code: at(problem, 'code') ?? null,
    suggestions: at(problem, 'suggestions') ?? null,
  }));
}

/** A mug that is used and disposed of: it has something in most phases of the life cycle. */
export const MUG: JsonObject = {
  name: 'Mug',
  netMassKg: 0.35,
  components: [
    {
      material: 'steel can',
      massKg: 0.35,
      recycledShare: 0.4,
      lossRate: 0.05,
      originCountry: 'DE',
      transportLegs: [{ method: 'ROAD', distanceKm: 420 }],
    },
  ],
  processSteps: [
    { name: 'Forming', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.6, country: 'DE' }] },
  ],
  packaging: [{ level: 'PRIMARY', material: 'paper', massKg: 0.06 }],
  transportLegs: [{ method: 'RAIL', distanceKm: 700 }],
  useProfile: {
    uses: 500,
    country: 'DE',
    energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.02, country: 'DE' }],
  },
  endOfLife: { country: 'DE', recycledShare: 0.6 },
};
