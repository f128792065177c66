import type { Bundle, BundleLine } from '../bundle/bundle.ts';
import type {
  Component,
  EndOfLife,
  Packaging,
  ProcessStep,
  Product,
  TransportLeg,
  UseProfile,
} from '../product.ts';
import type { SupplyChain, SupplyEdge, SupplyNode } from '../supply-chain.ts';
import type { Place } from './place.ts';

/** Changes an element, keeps it as it is, or leaves it out (undefined). */
type Visit<Element> = (place: Place, element: Element) => Element | undefined;

/** Visits of the kinds that a walk is interested in; the others are not entered. */
export interface Visits {
  readonly product?: Visit<Product> | undefined;
  readonly component?: Visit<Component> | undefined;
  readonly packaging?: Visit<Packaging> | undefined;
  readonly step?: Visit<ProcessStep> | undefined;
  readonly leg?: Visit<TransportLeg> | undefined;
  readonly use?: Visit<UseProfile> | undefined;
  readonly endOfLife?: Visit<EndOfLife> | undefined;
  readonly node?: Visit<SupplyNode> | undefined;
  readonly edge?: Visit<SupplyEdge> | undefined;
  readonly line?: Visit<BundleLine> | undefined;
}

/**
 * The product with every visited element replaced; the same object if nothing changes. With positions, no
 * other components are looked at.
 */
export function mapProduct(
  product: Product,
  visits: Visits,
  positions?: ReadonlySet<number>,
): Product {
  const { id: owner, sectorTags: tags = [] } = product;
  const at = { owner, tags };
  const components = mapComponents(product.components, at, visits, positions);
  const packaging = mapList(
    product.packaging,
    visits.packaging,
    ({ name, material, ...pack }, i) => ({
      ...at,
      kind: 'PACKAGING',
      path: `packaging.${i}`,
      names: [name],
      material,
      country: pack.originCountry,
      phase: 'PACKAGING',
    }),
  );
  const processSteps = mapSteps(product.processSteps, { ...at, names: [] }, 'processSteps', visits);
  const legs = { ...at, names: [], phase: 'DISTRIBUTION' } as const;
  const transportLegs = mapLegs(product.transportLegs, legs, 'transportLegs', visits);
  const useProfile = mapOne(product.useProfile, visits.use, ({ country }) => ({
    ...at,
    kind: 'USE',
    path: 'useProfile',
    names: [],
    country,
    phase: 'USE',
  }));
  const endOfLife = mapEndOfLife(product.endOfLife, at, visits);
  const net = netMass(product, components);
  const parts = { components, packaging, processSteps, transportLegs, useProfile, endOfLife };
  const changed = replaced(product, { ...parts, ...net });
  if (visits.product === undefined) return changed;
  const place = { ...at, kind: 'PRODUCT', path: '', names: [product.name] } as const;
  return visits.product({ ...place, country: product.originCountry }, changed) ?? changed;
}

/** A net mass changes with the masses of its components, so that transport and waste follow. */
function netMass({ netMassKg, components: old }: Product, components: typeof old) {
  if (netMassKg === undefined || components === old) return {};
  const changeKg = sumKg(components) - sumKg(old);
  return changeKg === 0 ? {} : { netMassKg: netMassKg + changeKg };
}

function sumKg(components: readonly Component[] = []): number {
  return components.reduce((sum, { massKg = 0 }) => sum + massKg, 0);
}

type Owner = Pick<Place, 'owner' | 'tags'>;

function mapComponents(
  components: readonly Component[] | undefined,
  at: Owner,
  visits: Visits,
  positions?: ReadonlySet<number>,
): readonly Component[] | undefined {
  const { component, leg, step } = visits;
  if (component === undefined && leg === undefined && step === undefined) return components;
  const mapOnly = (each: Component, i: number) => {
    const path = `components.${i}`;
    const { name, material, productId, originCountry: country } = each;
    const { owner, tags } = at;
    const names = [name, productId];
    const phase = 'RAW_MATERIALS';
    const kind = 'COMPONENT';
    const own = component
      ? component({ kind, owner, tags, path, names, material, country, phase }, each)
      : each;
    if (own === undefined || (leg === undefined && step === undefined)) return own;
    const inherited = { owner, tags, names, material, country };
    const legs = { ...inherited, phase: 'INBOUND_TRANSPORT' } as const;
    return replaced(own, {
      transportLegs: mapLegs(own.transportLegs, legs, `${path}.transportLegs`, visits),
      processSteps: mapSteps(own.processSteps, inherited, `${path}.processSteps`, visits),
    });
  };
  return positions === undefined
    ? mapEach(components, mapOnly)
    : mapAt(components, positions, mapOnly);
}

function mapSteps(
  steps: readonly ProcessStep[] | undefined,
  inherited: Omit<Place, 'kind' | 'path'>,
  path: string,
  { step }: Visits,
): readonly ProcessStep[] | undefined {
  return mapList(steps, step, ({ name, process, country }, i) => ({
    ...inherited,
    kind: 'STEP',
    path: `${path}.${i}`,
    names: [...inherited.names, name, process],
    ownNames: [name, process],
    country,
    phase: 'MANUFACTURING',
  }));
}

function mapLegs(
  legs: readonly TransportLeg[] | undefined,
  inherited: Omit<Place, 'kind' | 'path'>,
  path: string,
  { leg }: Visits,
): readonly TransportLeg[] | undefined {
  return mapList(legs, leg, ({ method }, i) => ({
    ...inherited,
    kind: 'LEG',
    path: `${path}.${i}`,
    method,
  }));
}

function mapEndOfLife(endOfLife: EndOfLife | undefined, at: Owner, visits: Visits) {
  const phase = 'END_OF_LIFE';
  const own = mapOne(endOfLife, visits.endOfLife, ({ country }) => ({
    ...at,
    kind: 'END_OF_LIFE',
    path: 'endOfLife',
    names: [],
    country,
    phase,
  }));
  if (own === undefined) return undefined;
  const legs = { ...at, names: [], phase } as const;
  const transportLegs = mapLegs(own.transportLegs, legs, 'endOfLife.transportLegs', visits);
  return replaced(own, { transportLegs });
}

/** The supply chain with every visited facility, flow, component and leg replaced. */
export function mapChain(chain: SupplyChain, visits: Visits): SupplyChain {
  const nodes = mapEach(chain.nodes, (node, i) => {
    const at = { owner: node.id, tags: [] };
    const place = {
      ...at,
      kind: 'NODE',
      path: `nodes.${i}`,
      names: [node.name, node.facility, node.activity],
      country: node.country,
      phase: 'MANUFACTURING',
    } as const;
    const own = visits.node ? visits.node(place, node) : node;
    return own && replaced(own, { components: mapComponents(own.components, at, visits) });
  });
  const edges = mapEach(chain.edges, (edge, i) => {
    const path = `edges.${i}`;
    const at = { owner: edge.to, tags: [], names: [edge.from] };
    const place = { ...at, kind: 'EDGE', path, phase: 'RAW_MATERIALS' } as const;
    const own = visits.edge ? visits.edge(place, edge) : edge;
    const legs = { ...at, phase: 'INBOUND_TRANSPORT' } as const;
    return own && replaced(own, { legs: mapLegs(own.legs, legs, `${path}.legs`, visits) });
  });
  return replaced(chain, { nodes: nodes ?? [], edges: edges ?? [] });
}

/** The bundle with every visited line and leg replaced. */
export function mapBundle(bundle: Bundle, visits: Visits): Bundle {
  const lines = mapList(bundle.lines, visits.line, ({ productId }, i) => ({
    kind: 'LINE',
    owner: productId,
    path: `lines.${i}`,
    names: [productId],
    tags: [],
  }));
  const legs = { owner: bundle.id, tags: [], names: [], phase: 'DISTRIBUTION' } as const;
  const transportLegs = mapLegs(bundle.transportLegs, legs, 'transportLegs', visits);
  return replaced(bundle, { lines: lines ?? [], transportLegs });
}

function mapOne<Element>(
  element: Element | undefined,
  visit: Visit<Element> | undefined,
  placeOf: (element: Element) => Place,
): Element | undefined {
  if (element === undefined || visit === undefined) return element;
  return visit(placeOf(element), element);
}

function mapList<Element>(
  list: readonly Element[] | undefined,
  visit: Visit<Element> | undefined,
  placeOf: (element: Element, at: number) => Place,
): readonly Element[] | undefined {
  if (visit === undefined) return list;
  return mapEach(list, (element, at) => visit(placeOf(element, at), element));
}

/** As `mapEach`, for the elements at some positions, none of which is left out. */
function mapAt<Element>(
  list: readonly Element[] | undefined,
  positions: ReadonlySet<number>,
  map: (element: Element, at: number) => Element | undefined,
): readonly Element[] | undefined {
  if (list === undefined || positions.size === 0) return list;
  const mapped = list.slice();
  for (const at of positions) {
    const element = list[at];
    if (element !== undefined) mapped[at] = map(element, at) ?? element;
  }
  return mapped;
}

/** The same list if every element stays; elements that become undefined are left out. */
function mapEach<Element>(
  list: readonly Element[] | undefined,
  map: (element: Element, at: number) => Element | undefined,
): readonly Element[] | undefined {
  if (list === undefined) return undefined;
  const mapped = list.map(map);
  if (mapped.every((element, at) => element === list[at])) return list;
  return mapped.filter((element) => element !== undefined);
}

/** The same object if no member changes. */
function replaced<Whole extends object>(whole: Whole, members: Partial<Whole>): Whole {
  const isSame = Object.entries(members).every(
    ([name, value]) => Reflect.get(whole, name) === value,
  );
  return isSame ? whole : { ...whole, ...members };
}
