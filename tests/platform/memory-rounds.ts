import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, clientOf, dataOf, sendForId } from '../http/client.ts';
import { seededFolder } from '../seeded-folder.ts';
import { residentMb, runCli, type ServerProcess, startServer } from '../server-process.ts';

/**
 * Sends the largest legal request of each kind again and again, and reads the resident memory of the
 * service. `npm test` sends each a few times, `npm run test:endurance` 300 times.
 */

/** Megabytes while a batch makes a picture of each product: those of the first kind, 40 in a round. */
export const OF_BATCH = 'a batch of pictures of all products, at its peak';

type Kind = {
  readonly name: string;
  readonly bodies: (round: number) => readonly object[];
  /** Code with which a body may be refused while it runs. */
  readonly refusal?: string;
};

/** Resident megabytes of the service after each kind. */
export async function residentAfter(rounds: number): Promise<ReadonlyMap<string, number>> {
  const { dataFolder, key } = await seededFolder();
  const raised = ['organizations', 'set', 'Demo', '--tier', 'ENTERPRISE'];
  const { code, stderr } = await runCli(raised, { TRACKWAY_DATA: dataFolder });
  if (code !== 0) throw new Error(stderr);
  const server = await startServer({ dataFolder });
  const { url, child, stop } = server;
  try {
    const resident = new Map([['at first', residentMb(child)]]);
    for (const { name, bodies, refusal } of KINDS) {
      for (let round = 0; round < rounds; round += 1) {
        for (const body of bodies(round)) {
          const answer = await fetch(`${url}/graphql`, {
            method: 'POST',
            headers: { 'x-api-key': key, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
          const text = await answer.text();
          if (answer.status !== 200) throw new Error(`${name}: ${text.slice(0, 500)}`);
          const { errors = [] }: { errors?: readonly Refused[] } = JSON.parse(text);
          if (errors.some(({ extensions }) => extensions.code !== refusal))
            throw new Error(`${name}: ${text.slice(0, 500)}`);
        }
      }
      resident.set(name, residentMb(child));
      // Before the other kinds, whose memory stays with the process.
      if (resident.size === 2) resident.set(OF_BATCH, await peakOfBatch(server, key));
    }
    return resident;
  } finally {
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

type Refused = { readonly extensions: { readonly code: string } };

/** A picture has 0.7 million pixels, a label at 300 dpi 0.6 million. */
async function peakOfBatch({ url, child }: ServerProcess, key: string): Promise<number> {
  const client = clientOf(`${url}/graphql`, key);
  const choices = { kind: 'QR_TAG', format: 'PNG', dotsPerInch: 600, url: 'https://id.example/' };
  const input = { ...choices, filter: { text: 'Product' } };
  const id = await sendForId(client, 'generateAssets', 'batch', input);
  const document =
    'query ($id: ID!) { assetBatch(id: $id) { state doneCount failedCount totalCount } }';
  for (let peak = 0; ; ) {
    // A slice takes about a second: samples between its pictures see what it holds.
    for (let sample = 0; sample < 10; sample += 1) {
      peak = Math.max(peak, residentMb(child));
      await sleep(20);
    }
    const batch = at(dataOf(await client.send(document, { id })), 'assetBatch') ?? null;
    const state = at(batch, 'state');
    if (state === 'QUEUED' || state === 'RUNNING') continue;
    const isWhole = at(batch, 'failedCount') === 0 && at(batch, 'doneCount') !== 0;
    if (state === 'COMPLETED' && isWhole) return peak;
    throw new Error(`The batch failed: ${JSON.stringify(batch)}`);
  }
}

const times = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');

const PRODUCT = `fragment P on Product { id name sku gtin description status version createdAt updatedAt
  components { name material massKg recycledShare lossRate originCountry quantity unit
    transportLegs { method distanceKm massKg from to } } }`;

const createRepeated = {
  query:
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
  variables: {
    input: {
      externalId: 'repeated',
      name: 'Repeated',
      price: { amount: '1.00', currencyCode: 'EUR' },
      components: Array.from({ length: 250 }, (_, at) => ({
        name: `Component ${at}`,
        material: 'cotton fibre',
        massKg: 1,
      })),
    },
  },
};

const orderRepeated = {
  query: 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } } }',
  variables: {
    input: {
      externalId: 'repeated',
      lines: Array.from({ length: 250 }, () => ({
        product: { externalId: 'repeated' },
        quantity: 1,
      })),
    },
  },
};

const KINDS: readonly Kind[] = [
  {
    name: 'a mutation of 40 inputs',
    bodies: () => [
      {
        query: `mutation (${times(40, (at) => `$i${at}: CreateProductInput!`)}) { ${times(40, (at) => `a${at}: createProduct(input: $i${at}) { product { id } }`)} }`,
        variables: Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [`i${at}`, { name: `Product ${at}` }]),
        ),
      },
    ],
  },
  {
    name: 'a query of thousands of fields',
    bodies: () => [
      {
        query: `{ ${times(49, (at) => `a${at}: products(first: 0) { edges { node { ...P } } }`)} } ${PRODUCT}`,
      },
    ],
  },
  {
    name: 'small queries, all different, each twice',
    bodies: (round) => {
      const query = `{ a${round}: products(first: 1) { edges { node { ...P } } } } ${PRODUCT}`;
      return [{ query }, { query }];
    },
  },
  {
    name: 'a product of a megabyte',
    bodies: () => [
      {
        query:
          'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id components { name transportLegs { method } } } } }',
        variables: {
          input: {
            name: 'Large',
            components: Array.from({ length: 250 }, (_, at) => ({
              name: `${at} ${'x'.repeat(240)}`,
              material: 'cotton fibre',
              massKg: 1,
              transportLegs: Array.from({ length: 4 }, () => ({ method: 'ROAD', distanceKm: 1 })),
            })),
          },
        },
      },
    ],
  },
  {
    name: 'orders whose lines repeat a product of many components',
    refusal: 'QUERY_TOO_COMPLEX',
    bodies: (round) => [
      ...(round > 0 ? [] : [createRepeated, orderRepeated]),
      {
        query: `{ ${times(45, (at) => `a${at}: order(externalId: "repeated") { lines { product { ...P } } }`)} } ${PRODUCT}`,
      },
    ],
  },
  {
    name: 'introspection',
    bodies: () => [
      {
        query:
          '{ __schema { types { name description fields { name description args { name description type { name kind } } type { name kind ofType { name kind } } } } } }',
      },
    ],
  },
];
