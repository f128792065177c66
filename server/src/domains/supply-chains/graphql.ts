import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import {
  defineLoader,
  defineLoaderBy,
  defineLoaderById,
  definePerRequest,
} from '../../graphql/loader.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields, shownFields } from '../../graphql/property-fields.ts';
import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import { countPerOwner } from '../../platform/database/index.ts';
import type { Context } from '../../rules/context.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { ProductRef, productById } from '../products/index.ts';
import { cyclesOf } from './cycles.ts';
import { geoJsonOf } from './geo-json.ts';
import type { Network, SupplyChain, SupplyChainVersion } from './model.ts';
import {
  FacilityRef,
  type FacilityView,
  FlowRef,
  type FlowView,
  type NetworkView,
} from './network-graphql.ts';
import { SUPPLY_CHAIN, VERSION } from './properties.ts';
import { findSupplyChainsOfProducts, supplyChains } from './store.ts';
import { findNetworks, listVersions, type VersionReference } from './version-store.ts';

/** Loads supply chains by id in one statement per request; undefined for a missing one. */
export const supplyChainById = defineLoaderById(supplyChains.find);

const supplyChainOfProduct = defineLoaderBy(
  findSupplyChainsOfProducts,
  ({ productId }) => productId,
);

/** The networks of versions, each named `<supply chain> <version>`. */
const viewByName = defineLoader(
  async (context: Context, names: readonly string[]): Promise<(NetworkView | undefined)[]> => {
    const references = names.map((name): VersionReference => {
      const [supplyChainId = '', version] = name.split(' ');
      return { supplyChainId, version: Number(version) };
    });
    const rows = await findNetworks(context, references);
    const views = new Map(
      rows.map(({ network, ...row }) => [nameOf(row), { network, cycles: cyclesOf(network) }]),
    );
    return names.map((name) => views.get(name));
  },
);

function nameOf({ supplyChainId, version }: VersionReference): string {
  return `${supplyChainId} ${version}`;
}

async function viewOf(context: Context, reference: VersionReference): Promise<NetworkView> {
  // The supply chain was there when the query began; deleted since, it has no network any more.
  return orNotFound('The supply chain', await viewByName(context, nameOf(reference)));
}

/** One for all objects of a request that show it: hundreds of lines may have the same product. */
const geoJsonOfVersion = definePerRequest(
  nameOf,
  async (context: Context, reference: VersionReference): Promise<unknown> => {
    const { network, cycles } = await viewOf(context, reference);
    while (isTurnOver()) await nextTurn();
    return geoJsonOf(network, cycles, context.services.gazetteer);
  },
);

/** A supply chain of the API; one that was deleted just now comes with the network that it had. */
type ShownSupplyChain = SupplyChain & { readonly network?: Network };

async function presentView(context: Context, chain: ShownSupplyChain): Promise<NetworkView> {
  const { network } = chain;
  return network === undefined
    ? viewOf(context, presentOf(chain))
    : { network, cycles: cyclesOf(network) };
}

function facilitiesOf(view: NetworkView): FacilityView[] {
  return view.network.facilities.map((facility) => ({ facility, view }));
}

function flowsOf(view: NetworkView): FlowView[] {
  return view.network.flows.map((flow) => ({ flow, view }));
}

const versionsOf = defineNestedConnection({
  list: 'versions of',
  load: listVersions,
  key: ({ version }) => [version],
  count: countPerOwner('supply_chain_versions', 'supply_chain_id'),
});

const CycleRef = builder
  .objectRef<{ readonly keys: readonly string[] }>('SupplyChainCycle')
  .implement({
    description: 'A loop: facilities whose output returns to them through the others.',
    fields: (t) => ({
      keys: t.stringList({
        description: 'Their keys, in the order of the supply chain.',
        resolve: ({ keys }) => [...keys],
      }),
    }),
  });

const VersionRef = builder.objectRef<SupplyChainVersion>('SupplyChainVersion').implement({
  description: 'A supply chain as it was at one of its versions.',
  extensions: access({ permission: 'SUPPLY_CHAINS_READ' }),
  fields: (t) => ({
    ...shownFields(t, VERSION),
    facilities: t.field({
      type: [FacilityRef],
      description: 'Facilities in this version, at most 250.',
      resolve: async (version, _args, context) => facilitiesOf(await viewOf(context, version)),
    }),
    flows: t.field({
      type: [FlowRef],
      description: 'Flows in this version, at most 250.',
      resolve: async (version, _args, context) => flowsOf(await viewOf(context, version)),
    }),
  }),
});

const VersionConnection = connectionType(
  VersionRef,
  'SupplyChainVersion',
  'versions',
  'SUPPLY_CHAINS_READ',
);

export const SupplyChainRef = builder.objectRef<ShownSupplyChain>('SupplyChain').implement({
  description: 'Facilities and what flows between them, down to the raw materials of a product.',
  interfaces: [Node],
  extensions: access({ permission: 'SUPPLY_CHAINS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'supplyChain', SUPPLY_CHAIN),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product that it makes.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    facilities: t.field({
      type: [FacilityRef],
      description: 'Facilities, the nodes of the graph; at most 250.',
      resolve: async (chain, _args, context) => facilitiesOf(await presentView(context, chain)),
    }),
    flows: t.field({
      type: [FlowRef],
      description: 'Flows between the facilities, the edges of the graph; at most 250.',
      resolve: async (chain, _args, context) => flowsOf(await presentView(context, chain)),
    }),
    cycles: t.field({
      type: [CycleRef],
      extensions: access({ size: 1 }),
      description: 'Loops of the network, each with all its facilities.',
      resolve: async (chain, _args, context) => {
        const { cycles } = await presentView(context, chain);
        return cycles.groups.map((keys) => ({ keys }));
      },
    }),
    geoJson: t.field({
      type: 'JSON',
      description:
        'The network for a map: a GeoJSON FeatureCollection (RFC 7946), a Point per facility and a LineString per flow. Facilities without coordinates are placed at the middle of their country, marked `isApproximate`.',
      resolve: (chain, _args, context) =>
        chain.network === undefined
          ? geoJsonOfVersion(context, presentOf(chain))
          : geoJsonOf(chain.network, cyclesOf(chain.network), context.services.gazetteer),
    }),
    versions: t.field({
      type: VersionConnection,
      nullable: true,
      description: 'All versions, newest first; the first is the current one.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: ({ id }, args, context) => versionsOf(context, id, args),
    }),
  }),
});

function presentOf({ id, version }: SupplyChain): VersionReference {
  return { supplyChainId: id, version };
}

registerNode('supplyChain', { typename: 'SupplyChain', load: supplyChainById });

builder.objectField(ProductRef, 'supplyChain', (t) =>
  t.field({
    type: SupplyChainRef,
    nullable: true,
    description: 'Newest supply chain of the product; null if it has none.',
    resolve: (product, _args, context) => supplyChainOfProduct(context, product.id),
  }),
);
