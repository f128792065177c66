import { REQUEST_LIMITS } from '../../../server/src/http/limits/request-limits.ts';
import type { Tier } from '../../../server/src/rules/access/tiers.ts';
import type { JsonObject } from '../../http/client.ts';
import type { LargeWorld, Party } from './large-world.ts';
import { mutationNamed, mutationsOf, type Step, type WorstRequest } from './requests.ts';

/** A legal request that hurt others once, although it is not the largest one of its operation. */
type FoundInput = {
  readonly operation: string;
  readonly shape: string;
  readonly tier: Tier;
  readonly request: (party: Party) => { readonly query: string; readonly variables: JsonObject };
  /** Requests at a time, in place of those of other inputs. */
  readonly attackers?: number;
  /** A mutation whose steps follow it. */
  readonly followedBy?: string;
};

const MUTATIONS: number = REQUEST_LIMITS.aliases;
const PARTS: number = REQUEST_LIMITS.inputListItems;

/** As many products as a request makes, whose components are one variable. */
function productsOf(components: readonly JsonObject[], count = MUTATIONS) {
  const fields = Array.from(
    { length: count },
    (_each, at) =>
      `a${at}: createProduct(input: { name: "Found", components: $components }) { product { id } }`,
  );
  const query = `mutation ($components: [ComponentInput!]!) { ${fields.join(' ')} }`;
  return { query, variables: { components } };
}

function partsOf(count: number, part: JsonObject): JsonObject[] {
  const common = { name: 'Part', material: 'cotton fibre', massKg: 1 };
  return Array.from({ length: count }, (_each, at) => ({ ...common, name: `Part ${at}`, ...part }));
}

const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_each, at) => make(at));

function factorSetOf(content: string, { next }: Party) {
  const set = { name: `found-${next()}`, version: '1', licence: 'proprietary' };
  const input = { ...set, attribution: 'Ourselves', format: 'CSV', content };
  const query =
    'mutation ($input: ImportFactorSetInput!) { importFactorSet(input: $input) { __typename } }';
  return { query, variables: { input } };
}

const FOUND_INPUTS: readonly FoundInput[] = [
  {
    operation: 'createProduct',
    shape: '50 products that share wrong legs',
    tier: 'FREE',
    request: () =>
      productsOf(partsOf(96, { transportLegs: times(PARTS, () => ({ method: 'SEA' })) })),
  },
  {
    operation: 'createProduct',
    shape: '12,500 wrong legs',
    tier: 'FREE',
    request: () =>
      productsOf(partsOf(50, { transportLegs: times(PARTS, () => ({ method: 'SEA' })) }), 1),
  },
  {
    operation: 'createProduct',
    shape: 'parts in which everything is wrong',
    tier: 'FREE',
    request: () => {
      const processSteps = times(15, () => ({ process: 'BLEACHING', massKg: -1 }));
      return productsOf(partsOf(PARTS, { massKg: -1, lossRate: 7, processSteps }), 2);
    },
  },
  {
    operation: 'calculateCatalogue',
    shape: '50 products of unknown materials',
    tier: 'GROWTH',
    request: () => productsOf(times(PARTS, (at) => ({ material: `unobtainium ${at}`, massKg: 1 }))),
    followedBy: 'cancelCalculation',
  },
  {
    operation: 'updateProduct',
    shape: '60 at a time of one product',
    tier: 'FREE',
    attackers: 60,
    request: ({ idsOf, next }) => ({
      query:
        'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { version } } }',
      variables: { input: { id: idsOf('Product')[0] ?? '', name: `Found ${next()}` } },
    }),
  },
  {
    operation: 'importFactorSet',
    shape: 'a header of 150,000 names',
    tier: 'GROWTH',
    request: (party) => factorSetOf(times(150_000, (at) => at.toString(36)).join(), party),
  },
  {
    operation: 'importFactorSet',
    shape: 'rows in which everything is wrong',
    tier: 'GROWTH',
    request: (party) => {
      const rows = times(38_000, () => ',,furlong,much,Atlantis,1');
      return factorSetOf(
        ['id,name,unit,kgco2e_per_unit,geography,year', ...rows].join('\n'),
        party,
      );
    },
  },
];

/** Those of some operations, or all. */
export function foundRequests(
  worlds: ReadonlyMap<Tier, LargeWorld>,
  operations: readonly string[] | undefined,
): WorstRequest[] {
  return FOUND_INPUTS.flatMap(({ request, followedBy, ...of }) => {
    const world = worlds.get(of.tier);
    if (world === undefined || operations?.includes(of.operation) === false) return [];
    const body = () => JSON.stringify(request(world));
    const next = followedBy === undefined ? [] : mutationsOf(mutationNamed(followedBy), world);
    const first: Step = { target: world, body, made: () => [], mayBeRefused: true };
    return [{ ...of, steps: [first, ...(next[0]?.steps ?? [])] }];
  });
}
