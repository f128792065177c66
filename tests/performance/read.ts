import { ask, checkSameAnswers } from './answers.ts';
import { LARGE_SIZE, SMALL_SIZE, TEMPLATE_ID } from './dataset.ts';
import type { Server } from './peer-servers.ts';
import { LOAD_CORE, pin } from './processes.ts';
import {
  MATERIAL_REQUEST,
  ME_REQUEST,
  pageRequest,
  postgraphilePageRequest,
  productCalculationRequest,
  WIDE_PAGE_REQUEST,
} from './requests.ts';
import { alternate, type Contender, type Plan, type Result } from './rounds.ts';
import type { Table } from './table.ts';
import { cursorAfter } from './walk.ts';
import { inWorld, type World } from './world.ts';

const PAGE_SIZE = 50;
const DEEP_PAGE = 3_000;
const LIMIT = 'by hand on node:http (the limit)';
const ROUTE = 'by hand on Fastify and pg';

type Comparison = {
  readonly title: string;
  /** The first is what the others are compared with. */
  readonly contenders: readonly Contender[];
  readonly isSameAnswer: boolean;
};

const PARTS: Readonly<Record<string, (world: World) => Comparison | Promise<Comparison>>> = {
  page,
  'wide-page': widePage,
  me,
  'deep-page': deepPage,
  count: totalCount,
  material: materialCalculation,
  product: productCalculation,
};

type Options = Omit<Plan, 'databasePid'> & { readonly parts: readonly string[] };

/** The read path over HTTP from 200,000 products, compared with the peers; all parts unless some are named. */
export async function readBenchmarks({ parts, ...options }: Options): Promise<Table[]> {
  return inWorld(async (world) => {
    const plan = { ...options, databasePid: world.databasePid };
    const comparisons: Comparison[] = [];
    for (const [name, part] of Object.entries(PARTS)) {
      if (parts.length === 0 || parts.includes(name)) comparisons.push(await part(world));
    }
    for (const { contenders, isSameAnswer } of comparisons) {
      if (isSameAnswer) await checkSameAnswers(contenders);
    }
    pin(process.pid, LOAD_CORE);
    const tables: Table[] = [];
    for (const { title, contenders } of comparisons) {
      process.stderr.write(`Measuring ${title} …\n`);
      tables.push(tableOf(title, await alternate(contenders, plan)));
    }
    return tables;
  });
}

function page({ peers, large }: World): Comparison {
  const { limit, fastify, mercurius, yoga, apollo, postgraphile } = peers;
  const body = pageRequest();
  const ask = (counting: 'counter' | 'count(*)') => postgraphilePageRequest(large.tenant, counting);
  return {
    title: `products(first: ${PAGE_SIZE}) with pageInfo and totalCount, of ${amount(LARGE_SIZE)}`,
    contenders: [
      { name: LIMIT, server: limit, body },
      { name: ROUTE, server: fastify, body },
      { name: 'Trackway', server: large.server, body },
      { name: 'Mercurius + jit', server: mercurius, body },
      { name: 'Yoga + Pothos + jit', server: yoga, body },
      { name: 'Apollo Server 5', server: apollo, body },
      { name: 'PostGraphile 5', server: postgraphile, body: ask('counter') },
      { name: 'PostGraphile 5, count(*)', server: postgraphile, body: ask('count(*)') },
    ],
    isSameAnswer: true,
  };
}

function widePage({ peers: { limit, mercurius, yoga }, large }: World): Comparison {
  const body = WIDE_PAGE_REQUEST;
  return {
    title: `the same with eight fields of each product`,
    contenders: [
      { name: LIMIT, server: limit, body },
      { name: 'Trackway', server: large.server, body },
      { name: 'Mercurius + jit', server: mercurius, body },
      { name: 'Yoga + Pothos + jit', server: yoga, body },
    ],
    isSameAnswer: true,
  };
}

function me({ peers, large }: World): Comparison {
  const { limit, fastify, mercurius, yoga, apollo } = peers;
  return {
    title: 'me',
    contenders: [
      { name: LIMIT, server: at(limit, '/me'), body: ME_REQUEST },
      { name: ROUTE, server: at(fastify, '/me'), body: ME_REQUEST },
      { name: 'Trackway', server: large.server, body: ME_REQUEST },
      { name: 'Mercurius + jit', server: mercurius, body: ME_REQUEST },
      { name: 'Yoga + Pothos + jit', server: yoga, body: ME_REQUEST },
      { name: 'Apollo Server 5', server: apollo, body: ME_REQUEST },
    ],
    // The peers know no keys: they answer with the same shape from memory.
    isSameAnswer: false,
  };
}

async function deepPage({ large: { server } }: World): Promise<Comparison> {
  const deep = pageRequest(await cursorAfter(server, (DEEP_PAGE - 1) * PAGE_SIZE));
  return {
    title: `page 1 and page ${amount(DEEP_PAGE)} of the same list`,
    contenders: [
      { name: 'Trackway, page 1', server, body: pageRequest() },
      { name: `Trackway, page ${amount(DEEP_PAGE)}`, server, body: deep },
    ],
    isSameAnswer: false,
  };
}

function totalCount({ large, small }: World): Comparison {
  const body = pageRequest();
  return {
    title: `totalCount and a page of ${amount(SMALL_SIZE)} and of ${amount(LARGE_SIZE)} products`,
    contenders: [
      { name: `Trackway, of ${amount(SMALL_SIZE)}`, server: small.server, body },
      { name: `Trackway, of ${amount(LARGE_SIZE)}`, server: large.server, body },
    ],
    isSameAnswer: false,
  };
}

function materialCalculation(world: World): Promise<Comparison> {
  return calculation(world, 'MATERIAL', {
    title: 'calculateMaterial, BASIC, and a plain insert of the same row',
    body: MATERIAL_REQUEST,
  });
}

function productCalculation(world: World): Promise<Comparison> {
  return calculation(world, 'PRODUCT', {
    title: 'calculateProductFootprint, BASIC, of a garment, and a plain insert of the same row',
    body: productCalculationRequest(TEMPLATE_ID),
  });
}

async function calculation(
  { peers: { fastify }, large: { server } }: World,
  kind: 'MATERIAL' | 'PRODUCT',
  { title, body }: { readonly title: string; readonly body: string },
): Promise<Comparison> {
  const trackway = { name: 'Trackway', server, body };
  // The route by hand inserts the row that this one leaves.
  await ask(trackway);
  const route = at(fastify, `/calculation/${kind}`);
  return {
    title,
    contenders: [{ name: 'insert by hand', server: route, body }, trackway],
    isSameAnswer: false,
  };
}

function at(server: Server, path: string): Server {
  return { ...server, url: server.url.replace('/graphql', path) };
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

const COLUMNS = ['req/s', '×', 'p50 ms', 'p99 ms', 'app CPU µs', '×', 'database CPU µs', '×'];

export function tableOf(title: string, results: readonly Result[]): Table {
  return {
    title,
    columns: ['server', ...COLUMNS],
    rows: results.map(({ name, measured, ratio }) => [
      name,
      measured.requestsPerSecond.toFixed(0),
      ratio.requestsPerSecond.toFixed(2),
      measured.p50Ms.toFixed(2),
      measured.p99Ms.toFixed(2),
      measured.appCpuUs.toFixed(0),
      ratio.appCpuUs.toFixed(2),
      measured.databaseCpuUs.toFixed(0),
      Number.isFinite(ratio.databaseCpuUs) ? ratio.databaseCpuUs.toFixed(2) : '–',
    ]),
    notes: [
      `× is the ratio to ${results[0]?.name} in the same round; CPU is per request; medians over the rounds.`,
    ],
  };
}
