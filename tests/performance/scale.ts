import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from './database.ts';
import { drive } from './load.ts';
import { addNeighbours, fillTenant, prepareScale } from './scale-data.ts';
import { type Question, questionsFor } from './scale-questions.ts';
import type { Table } from './table.ts';
import { type Customer, startTrackway } from './trackway.ts';

export type ScalePlan = {
  readonly rounds: number;
  readonly seconds: number;
  /** Products and orders of the large organization; the small one has 10,000 of each. */
  readonly size: number;
};

const SMALL_SIZE = 10_000;
const NEIGHBOURS = 1_000;

type Side = {
  readonly customer: Customer;
  readonly questions: readonly Question[];
};

/**
 * Cost at a million rows and a thousand neighbours, compared with the same service with 10,000 rows
 * alone.
 */
export async function scaleBenchmarks({ rounds, seconds, size }: ScalePlan): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-scale-'));
  await using endings = new AsyncDisposableStack();
  endings.defer(() => rm(folder, { recursive: true }));
  const small = await openSide(join(folder, 'small'), SMALL_SIZE, 0, endings);
  const large = await openSide(join(folder, 'large'), size, NEIGHBOURS, endings);
  const rows: string[][] = [];
  for (const [at, question] of large.questions.entries()) {
    const beside = small.questions[at];
    if (beside === undefined) continue;
    process.stderr.write(`Measuring ${question.name} …\n`);
    const sides = [
      { side: small, question: beside },
      { side: large, question },
    ] as const;
    rows.push(await compare(...sides, { rounds, seconds }));
  }
  return [
    {
      title: `${size.toLocaleString('en')} products and orders with ${NEIGHBOURS.toLocaleString('en')} neighbours, beside ${SMALL_SIZE.toLocaleString('en')} alone`,
      columns: ['question', 'p50 ms', 'p99 ms', 'small p50', 'small p99', 'p50 ×', 'p99 ×'],
      rows,
      notes: [
        'One client, one request at a time, both databases warm; × is the growth; medians over the rounds, which alternate.',
      ],
    },
  ];
}

async function openSide(
  folder: string,
  size: number,
  neighbours: number,
  endings: AsyncDisposableStack,
): Promise<Side> {
  const startedAt = performance.now();
  const database = await startDatabase(folder);
  endings.defer(database.stop);
  const trackway = await startTrackway(database, folder);
  endings.defer(trackway.stop);
  const customer = await trackway.addCustomer('Measured', 0);
  await prepareScale(database);
  await addNeighbours(database, neighbours);
  await fillTenant(database, customer.tenant, size);
  await database.run('vacuum analyze');
  const seconds = (performance.now() - startedAt) / 1000;
  process.stderr.write(`Filled ${size} products and orders in ${seconds.toFixed(0)} s.\n`);
  return { customer, questions: await questionsFor(customer, database, size) };
}

type AskedSide = { readonly side: Side; readonly question: Question };

async function compare(
  small: AskedSide,
  large: AskedSide,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<string[]> {
  const measure = ({ side, question }: AskedSide, forSeconds = seconds) => {
    const { url, headers } = side.customer.server;
    return drive({ url, headers, body: question.bodies, connections: 1, seconds: forSeconds });
  };
  await measure(small, 1);
  await measure(large, 1);
  const pairs: { p50: number[]; p99: number[] }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await measure(small);
    const after = await measure(large);
    pairs.push({ p50: [after.p50Ms, before.p50Ms], p99: [after.p99Ms, before.p99Ms] });
  }
  const p50 = medians(pairs.map((pair) => pair.p50));
  const p99 = medians(pairs.map((pair) => pair.p99));
  return [
    large.question.name,
    ...[p50.large, p99.large, p50.small, p99.small, p50.growth, p99.growth].map((value) =>
      value.toFixed(2),
    ),
  ];
}

function medians(pairs: readonly (readonly number[])[]) {
  const median = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    large: median(pairs.map(([large = 0]) => large)),
    small: median(pairs.map(([, small = 0]) => small)),
    growth: median(pairs.map(([large = 0, small = 1]) => large / small)),
  };
}
