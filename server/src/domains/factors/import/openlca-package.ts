import type { JsonObject } from '../../../platform/json/index.ts';
import { isFlagged, numberIn, objectIn, objectsIn, textIn } from './json-value.ts';

/** Entities of an openLCA package (JSON-LD, schema 1 or 2), by id. */
export type OlcaPackage = {
  readonly processes: Map<string, JsonObject>;
  readonly impactCategories: Map<string, JsonObject>;
  readonly impactMethods: JsonObject[];
  /** Reference units per unit. */
  readonly unitFactors: Map<string, number>;
  readonly unitNames: Map<string, string>;
  /** Reference amount per amount of a flow property other than the reference one. */
  readonly flowPropertyFactors: Map<string, number>;
  readonly flows: Map<string, JsonObject>;
  readonly locationCodes: Map<string, string>;
  /** Providers that product systems choose, by `process flow` and by `process exchange`. */
  readonly links: Map<string, string>;
  readonly flowMapping: Map<string, { flow: string; factor: number }>;
};

export function newPackage(): OlcaPackage {
  return {
    processes: new Map(),
    impactCategories: new Map(),
    impactMethods: [],
    unitFactors: new Map(),
    unitNames: new Map(),
    flowPropertyFactors: new Map(),
    flows: new Map(),
    locationCodes: new Map(),
    links: new Map(),
    flowMapping: new Map(),
  };
}

/** Puts one entity where it belongs; entities that no factor needs are passed over. */
export function addEntity(olca: OlcaPackage, entity: JsonObject): void {
  const id = idOf(entity);
  switch (textIn(entity, '@type')) {
    case 'Process':
      olca.processes.set(id, entity);
      break;
    case 'ImpactCategory':
      olca.impactCategories.set(id, entity);
      break;
    case 'ImpactMethod':
      olca.impactMethods.push(entity);
      break;
    case 'UnitGroup':
      for (const unit of objectsIn(entity, 'units')) {
        olca.unitFactors.set(idOf(unit), numberIn(unit, 'conversionFactor') ?? 1);
        olca.unitNames.set(idOf(unit), textIn(unit, 'name') ?? '');
      }
      break;
    case 'Flow':
      olca.flows.set(id, entity);
      for (const property of objectsIn(entity, 'flowProperties')) {
        const factor = numberIn(property, 'conversionFactor') ?? 1;
        olca.flowPropertyFactors.set(`${id} ${idOf(objectIn(property, 'flowProperty'))}`, factor);
      }
      break;
    case 'Location':
      olca.locationCodes.set(id, textIn(entity, 'code') ?? '');
      break;
    case 'ProductSystem':
      for (const link of objectsIn(entity, 'processLinks')) addLink(olca, link);
      break;
    case 'FlowMap':
      for (const entry of objectsIn(entity, 'mappings')) addMapping(olca, entry);
      break;
  }
}

/** A link of a product system names the exchange, or in older packages the flow alone. */
function addLink(olca: OlcaPackage, link: JsonObject): void {
  const process = idOf(objectIn(link, 'process'));
  const provider = idOf(objectIn(link, 'provider'));
  const exchange = numberIn(objectIn(link, 'exchange'), 'internalId');
  olca.links.set(`${process} ${exchange ?? idOf(objectIn(link, 'flow'))}`, provider);
}

function addMapping(olca: OlcaPackage, entry: JsonObject): void {
  const from = idOf(objectIn(objectIn(entry, 'from'), 'flow'));
  const to = idOf(objectIn(objectIn(entry, 'to'), 'flow'));
  const factor = numberIn(entry, 'conversionFactor') ?? 1;
  if (from !== '' && to !== '') olca.flowMapping.set(from, { flow: to, factor });
}

export function idOf(entity: JsonObject | undefined): string {
  return textIn(entity, '@id') ?? '';
}

export type OlcaExchange = {
  readonly flow: string;
  readonly flowName: string;
  readonly cas: string;
  /** Category path of the flow, such as `Elementary flows/Emission to air`. */
  readonly category: string;
  readonly kind: 'PRODUCT' | 'WASTE' | 'ELEMENTARY';
  /** In the reference unit of the flow. */
  readonly amount: number;
  readonly unitName: string;
  readonly provider: string | undefined;
  readonly isInput: boolean;
  readonly isReference: boolean;
  readonly isAvoided: boolean;
};

/** The exchanges of a process, their amounts in the reference unit of each flow. */
export function exchangesOf(olca: OlcaPackage, process: JsonObject): OlcaExchange[] {
  return objectsIn(process, 'exchanges').map((exchange) => {
    const flow = objectIn(exchange, 'flow');
    const id = idOf(flow);
    const entity = olca.flows.get(id);
    const type = textIn(flow, 'flowType') ?? textIn(entity, 'flowType') ?? '';
    const internalId = numberIn(exchange, 'internalId');
    const place = `${idOf(process)} `;
    const unit = objectIn(exchange, 'unit');
    const property = idOf(objectIn(exchange, 'flowProperty'));
    return {
      flow: id,
      flowName: textIn(flow, 'name') ?? textIn(entity, 'name') ?? id,
      cas: textIn(entity, 'cas') ?? '',
      category: categoryOf(flow) || categoryOf(entity),
      kind: type.startsWith('PRODUCT')
        ? 'PRODUCT'
        : type.startsWith('WASTE')
          ? 'WASTE'
          : 'ELEMENTARY',
      amount:
        ((numberIn(exchange, 'amount') ?? Number.NaN) * (olca.unitFactors.get(idOf(unit)) ?? 1)) /
        (olca.flowPropertyFactors.get(`${id} ${property}`) ?? 1),
      unitName: textIn(flow, 'refUnit') ?? textIn(unit, 'name') ?? '',
      provider:
        (internalId === undefined ? undefined : olca.links.get(place + internalId)) ??
        olca.links.get(place + id) ??
        textIn(objectIn(exchange, 'defaultProvider'), '@id'),
      isInput: isFlagged(exchange, 'isInput', 'input'),
      isReference: isFlagged(exchange, 'isQuantitativeReference', 'quantitativeReference'),
      isAvoided: isFlagged(exchange, 'isAvoidedProduct', 'avoidedProduct'),
    };
  });
}

/** Schema 2 has a path as text, schema 1 a list of names or a reference. */
export function categoryOf(flow: JsonObject | undefined): string {
  const path = flow?.['categoryPath'];
  if (Array.isArray(path)) return path.join('/');
  const category = flow?.['category'];
  return typeof category === 'string'
    ? category
    : (textIn(objectIn(flow, 'category'), 'name') ?? '');
}
