import { isFlagged, type JsonObject, numberIn, objectIn, objectsIn, textIn } from './json-value.ts';

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
  readonly flowTypes: Map<string, string>;
  readonly locationCodes: Map<string, string>;
};

export function newPackage(): OlcaPackage {
  return {
    processes: new Map(),
    impactCategories: new Map(),
    impactMethods: [],
    unitFactors: new Map(),
    unitNames: new Map(),
    flowPropertyFactors: new Map(),
    flowTypes: new Map(),
    locationCodes: new Map(),
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
      olca.flowTypes.set(id, textIn(entity, 'flowType') ?? '');
      for (const property of objectsIn(entity, 'flowProperties')) {
        const factor = numberIn(property, 'conversionFactor') ?? 1;
        olca.flowPropertyFactors.set(`${id} ${idOf(objectIn(property, 'flowProperty'))}`, factor);
      }
      break;
    case 'Location':
      olca.locationCodes.set(id, textIn(entity, 'code') ?? '');
      break;
  }
}

export function idOf(entity: JsonObject | undefined): string {
  return textIn(entity, '@id') ?? '';
}

export type OlcaExchange = {
  readonly flow: string;
  readonly flowName: string;
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
    const type = textIn(flow, 'flowType') ?? olca.flowTypes.get(id) ?? '';
    const unit = objectIn(exchange, 'unit');
    const property = idOf(objectIn(exchange, 'flowProperty'));
    return {
      flow: id,
      flowName: textIn(flow, 'name') ?? id,
      kind: type.startsWith('PRODUCT')
        ? 'PRODUCT'
        : type.startsWith('WASTE')
          ? 'WASTE'
          : 'ELEMENTARY',
      amount:
        ((numberIn(exchange, 'amount') ?? Number.NaN) * (olca.unitFactors.get(idOf(unit)) ?? 1)) /
        (olca.flowPropertyFactors.get(`${id} ${property}`) ?? 1),
      unitName: textIn(flow, 'refUnit') ?? textIn(unit, 'name') ?? '',
      provider: textIn(objectIn(exchange, 'defaultProvider'), '@id'),
      isInput: isFlagged(exchange, 'isInput', 'input'),
      isReference: isFlagged(exchange, 'isQuantitativeReference', 'quantitativeReference'),
      isAvoided: isFlagged(exchange, 'isAvoidedProduct', 'avoidedProduct'),
    };
  });
}
