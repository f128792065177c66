import { rm } from 'node:fs/promises';
import { seededFolder } from '../seeded-folder.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { killDuringWrites } from './kills.ts';

/**
 * Kills the service during writes and starts it again: every acknowledged write must be there, each
 * whole. `npm test` runs one round of each kind, `npm run test:endurance` twenty.
 */

export type Report = {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Sent, but killed before the answer; sent again afterwards under the same idempotency key. */
  readonly unanswered: number;
  readonly slowestStartMs: number;
};

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

export type Rounds = {
  readonly count: number;
  /** True for the rounds in which the database is killed too, as a power cut would. */
  readonly killsDatabase: (round: number) => boolean;
  /** Words before the command that starts the service. */
  readonly prefix?: readonly string[];
};

export async function killRounds(rounds: Rounds): Promise<Report> {
  const { dataFolder, key } = await seededFolder();
  const acknowledged = new Set<string>();
  let open: readonly string[] = [];
  let [unanswered, slowestStartMs] = [0, 0];
  try {
    for (let round = 0; ; round += 1) {
      const startedAt = performance.now();
      const server = await startServer({ dataFolder, prefix: rounds.prefix ?? [] });
      slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt);
      const send = sender(server, key);
      await verify(send, acknowledged, new Set(open));
      await writeAgain(send, open, acknowledged);
      await verify(send, acknowledged, new Set());
      if (round === rounds.count) {
        await server.stop();
        break;
      }
      const killsDatabase = rounds.killsDatabase(round);
      open = await writeUntilKilled(server, send, acknowledged, { round, killsDatabase });
      unanswered += open.length;
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
  return { rounds: rounds.count, acknowledged: acknowledged.size, unanswered, slowestStartMs };
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

/** Writes until the service is killed, and returns the writes without an answer. */
async function writeUntilKilled(
  server: ServerProcess,
  send: Send,
  acknowledged: Set<string>,
  { round, killsDatabase }: { readonly round: number; readonly killsDatabase: boolean },
): Promise<string[]> {
  const open = new Set<string>();
  const write = async (writer: number, number: number): Promise<void> => {
    const name = `r${round}-w${writer}-${number}`;
    open.add(name);
    await create(send, name);
    open.delete(name);
    acknowledged.add(name);
  };
  await killDuringWrites(server, { acknowledged, write, killsDatabase });
  return [...open];
}

/** A client that got no answer sends the same request again, and gets one product, not two. */
async function writeAgain(
  send: Send,
  names: readonly string[],
  acknowledged: Set<string>,
): Promise<void> {
  for (const name of names) {
    await create(send, name);
    acknowledged.add(name);
  }
}

async function create(send: Send, name: string): Promise<void> {
  const components = Array.from({ length: COMPONENTS }, (_, index) => ({
    name: `part ${index}`,
    material: 'cotton',
    massKg: 0.1,
  }));
  await send(CREATE, { input: { name, externalId: name, components } }, name);
}

/** Reads all products: every acknowledged one, otherwise only open ones, each whole, and counted right. */
async function verify(
  send: Send,
  acknowledged: ReadonlySet<string>,
  open: ReadonlySet<string>,
): Promise<void> {
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
  const strange = [...found].filter((name) => !acknowledged.has(name) && !open.has(name));
  if (strange.length > 0) throw new Error(`Nobody wrote the products ${strange.slice(0, 5)} …`);
  if (total !== found.size) throw new Error(`totalCount says ${total}, there are ${found.size}.`);
}

async function pageAfter(send: Send, after: string | null): Promise<Products> {
  const { data } = await send(LIST, { after });
  if (data?.products === undefined) throw new Error('The service did not list its products.');
  return data.products;
}
