import type { BundleLine } from '../bundle/bundle.ts';
import type {
  Component,
  EndOfLife,
  EnergyUse,
  Packaging,
  ProcessStep,
  Product,
  TransportLeg,
  UseProfile,
} from '../product.ts';
import { lifetimeUses } from '../resolve/resolve-use.ts';
import type { SupplyEdge, SupplyNode } from '../supply-chain.ts';
import type { Change, EnergyShare, Selector } from './override.ts';

/** Change of one kind of element by an override. */
export interface Edit<Element> {
  /** Properties that it writes: another override that sets one of them is a conflict. */
  readonly writes: readonly string[];
  /** It multiplies what is there, so that it may follow other changes. */
  readonly isRelative?: boolean;
  /** It counts for the product that the result is of alone: parts end at their gate. */
  readonly isOfWhole?: boolean;
  /** It applies only where phase, method, the exact path or the name of a step select the element. */
  readonly isAddressed?: boolean;
  /** Undefined where the element does not have what is changed: it is no match. */
  readonly change: (element: Element) => Element | undefined;
}

export interface Edits {
  readonly product?: Edit<Product>;
  readonly component?: Edit<Component>;
  readonly packaging?: Edit<Packaging>;
  readonly step?: Edit<ProcessStep>;
  readonly leg?: Edit<TransportLeg>;
  readonly use?: Edit<UseProfile>;
  readonly endOfLife?: Edit<EndOfLife>;
  readonly node?: Edit<SupplyNode>;
  readonly edge?: Edit<SupplyEdge>;
  readonly line?: Edit<BundleLine>;
}

/** Edits of a change by kind of element. REMOVE and SET_GRID_YEAR have none. */
export function editsOf(change: Change, select: Selector): Edits {
  switch (change.op) {
    case 'SWAP_MATERIAL':
      return swapMaterial(change);
    case 'SWAP_SUPPLIER':
      return { component: swapSupplier(change) };
    case 'SET_COUNTRY':
      return setCountry(change.country, select);
    case 'SET_ENERGY_MIX':
      return setEnergyMix(change.energyMix);
    case 'SET_TRANSPORT_METHOD':
      return { leg: setMethod(change) };
    case 'SET_DISTANCE':
      return { leg: setting(['distanceKm'], { distanceKm: change.distanceKm, ...NO_PLACES }) };
    case 'SET_RECYCLED_SHARE': {
      const { recycledShare } = change;
      return {
        component: setting(['recycledShare'], { recycledShare }),
        packaging: setting(['recycledShare'], { recycledShare }),
      };
    }
    case 'SET_QUANTITY':
      return setQuantity(change);
    case 'SCALE':
      return scale(change.factor);
    case 'SET_LOSS_RATE':
      return setLossRate(change.lossRate);
    case 'SET_LIFETIME':
      return { product: setLifetime(change.lifetime) };
    case 'SET_EOL':
      return setEndOfLife(change.endOfLife);
    case 'ADD':
      return { product: { writes: [], change: (product) => added(product, change) } };
    case 'SET_GRID_YEAR':
    case 'REMOVE':
      return {};
  }
}

type Of<Op extends Change['op']> = Extract<Change, { readonly op: Op }>;

const NO_PLACES = { from: undefined, to: undefined } as const;
const NO_IDENTITY = {
  material: undefined,
  factorId: undefined,
  productId: undefined,
  supplierPcf: undefined,
} as const;

/** An edit that writes the same members into every element. */
function setting<Members extends object>(writes: readonly string[], members: Members) {
  const change = <Element extends object>(element: Element): Element & Members => ({
    ...element,
    ...members,
  });
  return { writes, change };
}

function swapMaterial({ material, factorId, massRatio = 1 }: Of<'SWAP_MATERIAL'>): Edits {
  const writes = ['identity'];
  const mass = ({ massKg }: { readonly massKg?: number | undefined }) =>
    massKg === undefined ? {} : { massKg: massKg * massRatio };
  return {
    component: {
      writes,
      change: (component) => ({
        ...component,
        ...NO_IDENTITY,
        material,
        factorId,
        ...mass(component),
      }),
    },
    packaging: {
      writes,
      change: (pack) => ({ ...pack, material, factorId, massKg: pack.massKg * massRatio }),
    },
  };
}

function swapSupplier(change: Of<'SWAP_SUPPLIER'>): Edit<Component> {
  const { factorId, productId, supplierPcf, supplier, originCountry, transportLegs } = change;
  const hasData = factorId !== undefined || productId !== undefined || supplierPcf !== undefined;
  const data = hasData ? { ...NO_IDENTITY, factorId, productId, supplierPcf } : {};
  const others = {
    ...(supplier !== undefined && { supplier }),
    ...(originCountry !== undefined && { originCountry }),
    ...(transportLegs !== undefined && { transportLegs }),
  };
  const written = Object.keys(others).map((name) => (name === 'originCountry' ? 'country' : name));
  return setting([...(hasData ? ['identity'] : []), ...written], { ...data, ...others });
}

/** Without a narrower selector the country of making changes: that of the product and its steps. */
function setCountry(country: string, select: Selector): Edits {
  const writes = ['country'];
  const step: Edit<ProcessStep> = {
    writes,
    change: (own) => ({
      ...own,
      country,
      ...(own.energy && { energy: own.energy.map((use) => ({ ...use, country })) }),
    }),
  };
  const { component, path, nodeId, material, country: from, phase } = select;
  const narrowing = [component, path, nodeId, material, from, phase];
  if (narrowing.every((condition) => condition === undefined)) {
    return { product: setting(writes, { originCountry: country }), step };
  }
  return {
    component: setting(writes, { originCountry: country }),
    packaging: setting(writes, { originCountry: country }),
    step,
    use: setting(writes, { country }),
    endOfLife: setting(writes, { country }),
    node: setting(writes, { country }),
  };
}

/** The declared energy in other shares: the sum in kWh stays. */
function setEnergyMix(energyMix: readonly EnergyShare[]): Edits {
  const writes = ['energy'];
  const mixed = (energy: readonly EnergyUse[]): EnergyUse[] => {
    const sumKwh = energy.reduce((sum, { energyKwh }) => sum + energyKwh, 0);
    const { country } = energy.find((use) => use.country !== undefined) ?? {};
    return energyMix.map(({ source, share }) => ({ source, energyKwh: sumKwh * share, country }));
  };
  const change = <Element extends { readonly energy?: readonly EnergyUse[] | undefined }>(
    element: Element,
  ) => {
    const { energy = [] } = element;
    return energy.length === 0 ? undefined : { ...element, energy: mixed(energy) };
  };
  return {
    step: { writes, change },
    use: { writes, change },
    node: setting(writes, { energyMix }),
  };
}

function setMethod(change: Of<'SET_TRANSPORT_METHOD'>): Edit<TransportLeg> {
  const { method, vehicleClass, distanceKm } = change;
  const own = { method, vehicleClass, factorId: undefined };
  if (distanceKm === undefined) return setting(['method'], own);
  return setting(['method', 'distanceKm'], { ...own, distanceKm, ...NO_PLACES });
}

function setQuantity({ massKg, quantity }: Of<'SET_QUANTITY'>): Edits {
  const writes = ['amount'];
  return {
    component: setting(writes, {
      ...(massKg !== undefined && { massKg }),
      ...(quantity !== undefined && { quantity }),
    }),
    ...(massKg !== undefined && { packaging: setting(writes, { massKg }) }),
    ...(quantity !== undefined && {
      line: setting(writes, { quantity }),
      edge: setting(writes, { quantity }),
    }),
  };
}

/** Multiplies amounts. Distances, energy and uses only where phase, method or path select them. */
function scale(factor: number): Edits {
  const times = (value: number | undefined) => (value === undefined ? undefined : value * factor);
  const relative = { isRelative: true, writes: ['amount'] } as const;
  const energyOf = (energy: readonly EnergyUse[] | undefined) =>
    energy?.map((use) => ({ ...use, energyKwh: use.energyKwh * factor }));
  return {
    component: {
      ...relative,
      change: (own) => ({ ...own, massKg: times(own.massKg), quantity: times(own.quantity) }),
    },
    packaging: { ...relative, change: (own) => ({ ...own, massKg: own.massKg * factor }) },
    line: { ...relative, change: (own) => ({ ...own, quantity: own.quantity * factor }) },
    edge: { ...relative, change: (own) => ({ ...own, quantity: own.quantity * factor }) },
    leg: {
      isRelative: true,
      isAddressed: true,
      writes: ['distanceKm'],
      change: (own) =>
        own.distanceKm === undefined ? undefined : { ...own, distanceKm: own.distanceKm * factor },
    },
    step: {
      ...relative,
      isAddressed: true,
      change: (own) => {
        const { massKg, areaM2, energy } = own;
        if (massKg === undefined && areaM2 === undefined && energy === undefined) return undefined;
        return { ...own, massKg: times(massKg), areaM2: times(areaM2), energy: energyOf(energy) };
      },
    },
    use: {
      ...relative,
      isAddressed: true,
      change: (own) => ({
        ...own,
        energy: energyOf(own.energy),
        waterLitres: times(own.waterLitres),
        consumables: own.consumables?.map((each) => ({ ...each, massKg: each.massKg * factor })),
      }),
    },
    node: {
      ...relative,
      isAddressed: true,
      change: (own) => ({
        ...own,
        energyKwhPerUnit: times(own.energyKwhPerUnit),
        waterLitresPerUnit: times(own.waterLitresPerUnit),
      }),
    },
  };
}

function setLossRate(lossRate: number): Edits {
  const writes = ['lossRate'];
  return {
    component: setting(writes, { lossRate }),
    step: { ...setting(writes, { lossRate }), isAddressed: true },
    node: setting(writes, { yield: 1 - lossRate }),
  };
}

/**
 * Uses follow the lifetime. In years, each year keeps its uses if the product declares its years; if not, the
 * uses are those of the new lifetime.
 */
function setLifetime(lifetime: Of<'SET_LIFETIME'>['lifetime']): Edit<Product> {
  return {
    writes: ['lifetime'],
    isOfWhole: true,
    change: (product) => {
      const { useProfile, lifetime: before } = product;
      if (useProfile === undefined) return { ...product, lifetime };
      const { value, unit } = lifetime;
      const ratio = before?.unit === 'YEARS' ? value / before.value : 1;
      const declared = lifetimeUses(product);
      const uses = unit === 'USES' ? value : declared && declared * ratio;
      return { ...product, lifetime, useProfile: { ...useProfile, uses } };
    },
  };
}

/** End of life of the product; that of a packaging where phase or path select it. */
function setEndOfLife(endOfLife: EndOfLife): Edits {
  const writes = ['endOfLife'];
  return {
    product: {
      writes,
      isOfWhole: true,
      change: (product) => ({ ...product, endOfLife: { ...product.endOfLife, ...endOfLife } }),
    },
    packaging: {
      writes,
      isAddressed: true,
      change: (pack) => ({ ...pack, endOfLife: { ...pack.endOfLife, ...endOfLife } }),
    },
  };
}

function added(product: Product, change: Of<'ADD'>): Product {
  const { component, packaging, processStep, transportLeg } = change;
  const grown = component === undefined ? {} : withComponent(product, component);
  return {
    ...product,
    ...grown,
    ...(packaging && { packaging: [...(product.packaging ?? []), packaging] }),
    ...(processStep && { processSteps: [...(product.processSteps ?? []), processStep] }),
    ...(transportLeg && { transportLegs: [...(product.transportLegs ?? []), transportLeg] }),
  };
}

function withComponent({ components = [], netMassKg }: Product, component: Component) {
  const { massKg } = component;
  return {
    components: [...components, component],
    ...(netMassKg !== undefined && massKg !== undefined && { netMassKg: netMassKg + massKg }),
  };
}
