import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, runCli, type ServerProcess, startServer } from '../server-process.ts';

/**
 * Kills the service under write load and starts it again, many times: every acknowledged write must
 * be there, and nothing by half. `bin/node tests/platform/kill-rounds.ts 20` by hand; a short version
 * is part of `npm test`.
 */

export type Report = {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Sent, but killed before the answer; sent again afterwards under the same idempotency key. */
  readonly unanswered: number;
  readonly slowestStartMs: number;
};

const WRITERS = 16;
/**
 * Minimum number of acknowledged writes, however slow the machine; then the kill comes at any
 * moment.
 */
const ACKNOWLEDGED_PER_ROUND = 30;
const COMPONENTS = 2;
const PAGE = 100;

const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }`;
const LIST = `query ($after: String) {
  products(first: ${PAGE}, after: $after) {
    totalCount
    edges { node { externalId components { name } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

type Products = {
  readonly totalCount: number;
  readonly edges: readonly {
    readonly node: { readonly externalId: string; readonly components: readonly unknown[] };
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};
type Answer = {
  readonly data?: { readonly products?: Products } | null;
  readonly errors?: readonly { readonly message: string }[];
};
type Send = (query: string, variables: object, idempotencyKey?: string) => Promise<Answer>;

export async function killRounds(rounds: number, prefix: readonly string[] = []): Promise<Report> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-kill-'));
  const acknowledged = new Set<string>();
  let [unanswered, slowestStartMs, key] = [0, 0, ''];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const startedAt = performance.now();
      const server = await startServer({ dataFolder, prefix });
      // The first start makes the database and loads the factors; the others are restarts.
      if (round > 0) slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt);
      key ||= await makeKey(dataFolder);
      const send = sender(server, key);
      await verify(send, acknowledged);
      if (round === rounds) {
        await server.stop();
        break;
      }
      const open = await writeUntilKilled(server, send, acknowledged, round);
      unanswered += open.length;
      await writeAgain(dataFolder, key, open, acknowledged);
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
  return { rounds, acknowledged: acknowledged.size, unanswered, slowestStartMs };
}

async function makeKey(dataFolder: string): Promise<string> {
  const env = { TRACKWAY_DATA: dataFolder };
  const name = 'Kill rounds';
  const limits = ['--tier', 'ENTERPRISE'];
  await runCli(['organizations', 'create', '--name', name, ...limits], env);
  await runCli(['organizations', 'set', name, '--requests-per-minute', '10000000'], env);
  const words = [
    'keys',
    'create',
    '--organization',
    name,
    '--environment',
    'live',
    '--name',
    'writer',
  ];
  const made = await runCli(words, env);
  if (made.code !== 0) throw new Error(made.stderr);
  return made.stdout.trim();
}

function sender({ url }: ServerProcess, key: string): Send {
  return async (query, variables, idempotencyKey) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const answer: Answer = JSON.parse(await response.text());
    const [error] = answer.errors ?? [];
    if (error !== undefined) throw new Error(`The service refused a write: ${error.message}`);
    return answer;
  };
}

/**
 * Writes from many clients, kills the service during the writes, and returns the writes without an
 * answer.
 */
async function writeUntilKilled(
  server: ServerProcess,
  send: Send,
  acknowledged: Set<string>,
  round: number,
): Promise<string[]> {
  const open = new Set<string>();
  let isKilled = false;
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; !isKilled; number += 1) {
      const name = `r${round}-w${writer}-${number}`;
      open.add(name);
      try {
        await create(send, name);
      } catch (error) {
        if (isKilled) return;
        isKilled = true;
        throw new Error(`A write failed; the service says:\n${server.output()}`, { cause: error });
      }
      open.delete(name);
      acknowledged.add(name);
    }
  };
  const kill = async (): Promise<void> => {
    const enough = acknowledged.size + ACKNOWLEDGED_PER_ROUND;
    while (!isKilled && acknowledged.size < enough) await sleep(10);
    await sleep(Math.random() * 800);
    isKilled = true;
    // Every other round the database is killed with it, as a power cut would.
    if (round % 2 === 1) process.kill(postmasterPid(server.dataFolder), 'SIGKILL');
    await endProcess(server.child, 'SIGKILL');
  };
  await Promise.all([kill(), ...Array.from({ length: WRITERS }, (_, writer) => write(writer))]);
  return [...open];
}

/** A client that got no answer sends the same again, and gets one product, not two. */
async function writeAgain(
  dataFolder: string,
  key: string,
  names: readonly string[],
  acknowledged: Set<string>,
): Promise<void> {
  const server = await startServer({ dataFolder });
  const send = sender(server, key);
  for (const name of names) {
    await create(send, name);
    acknowledged.add(name);
  }
  await endProcess(server.child, 'SIGKILL');
}

async function create(send: Send, name: string): Promise<void> {
  const components = Array.from({ length: COMPONENTS }, (_, index) => ({
    name: `part ${index}`,
    material: 'cotton',
    massKg: 0.1,
  }));
  await send(CREATE, { input: { name, externalId: name, components } }, name);
}

/** Walks through all products: exactly the acknowledged ones, each whole, and counted right. */
async function verify(send: Send, acknowledged: ReadonlySet<string>): Promise<void> {
  const found = new Set<string>();
  let total: number | undefined;
  let after: string | null = null;
  do {
    const products: Products = await pageAfter(send, after);
    total ??= products.totalCount;
    for (const { node } of products.edges) {
      if (node.components.length !== COMPONENTS)
        throw new Error(`${node.externalId} is half written.`);
      if (found.has(node.externalId)) throw new Error(`${node.externalId} is there twice.`);
      found.add(node.externalId);
    }
    after = products.pageInfo.hasNextPage ? products.pageInfo.endCursor : null;
  } while (after !== null);
  const lost = [...acknowledged].filter((name) => !found.has(name));
  if (lost.length > 0)
    throw new Error(`${lost.length} acknowledged writes are lost: ${lost.slice(0, 5)} …`);
  if (found.size !== acknowledged.size) throw new Error('There are products that nobody wrote.');
  if (total !== found.size) throw new Error(`totalCount says ${total}, there are ${found.size}.`);
}

async function pageAfter(send: Send, after: string | null): Promise<Products> {
  const { data } = await send(LIST, { after });
  if (data?.products === undefined) throw new Error('The service did not list its products.');
  return data.products;
}

function postmasterPid(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

if (import.meta.main) {
  const report = await killRounds(Number(process.argv[2] ?? 20));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
