import {
  described,
  INVENTORY_SHAPE,
  list,
  object,
  ref,
  word,
  year,
} from '../inventory/inventory-shape.ts';
import type { JsonShape } from '../inventory/json-shape.ts';
import {
  ENERGY_SOURCES,
  LIFECYCLE_PHASES,
  LIFETIME_UNITS,
  TRANSPORT_METHODS,
  VEHICLE_CLASSES,
} from '../vocabulary.ts';
import { OVERRIDE_OPS } from './override.ts';

const text: JsonShape = { type: 'string' };
const number: JsonShape = { type: 'number' };
const amount: JsonShape = { type: 'number', minimum: 0 };
const share: JsonShape = { type: 'number', minimum: 0, maximum: 1 };
const position: JsonShape = { type: 'integer', minimum: 0 };

/** Members of a scenario file in addition to those of an inventory. */
export const SCENARIO_MEMBERS: Readonly<Record<string, JsonShape>> = {
  overrides: described('Changes of the inventory, in their order.', list(ref('override'))),
  uncertainty: described(
    'Paired Monte Carlo: 1,000 iterations and seed 1 by default.',
    object([], {
      iterations: { type: 'integer', minimum: 2, maximum: 100_000 },
      seed: { type: 'integer', minimum: 0 },
    }),
  ),
  sweep: described(
    '1 to 3 overrides and the values that their number takes, at most 10,000 points.',
    list(object(['override', 'values'], { override: position, values: list(number) })),
  ),
  target: described(
    'Exactly one of atMostCo2eKg and reductionShare, and the levers that may move.',
    object(['levers'], {
      atMostCo2eKg: number,
      reductionShare: share,
      levers: list(
        object(['override', 'least', 'most', 'from'], {
          override: position,
          least: number,
          most: number,
          from: number,
          costPerUnit: number,
          currency: text,
        }),
      ),
    }),
  ),
};

const OVERRIDE = described(
  'A change and where it applies. Which members it takes follows from op.',
  object(['op'], {
    op: word(OVERRIDE_OPS),
    name: text,
    cost: described('Cost per declared unit of the subject.', number),
    currency: described('ISO 4217 code of the currency of the cost: one for all costs.', text),
    select: described(
      'All conditions must hold.',
      object([], {
        productId: text,
        component: text,
        path: described('As results show it, such as components.2.', text),
        nodeId: text,
        tag: text,
        material: text,
        country: text,
        phase: word(LIFECYCLE_PHASES),
        method: word(TRANSPORT_METHODS),
      }),
    ),
    material: text,
    factorId: text,
    massRatio: number,
    supplier: text,
    originCountry: text,
    productId: text,
    supplierPcf: { type: 'object' },
    transportLegs: list(ref('transportLeg')),
    country: text,
    energyMix: list(object(['source', 'share'], { source: word(ENERGY_SOURCES), share })),
    method: word(TRANSPORT_METHODS),
    vehicleClass: word(VEHICLE_CLASSES),
    distanceKm: amount,
    recycledShare: share,
    massKg: amount,
    quantity: amount,
    factor: number,
    lossRate: number,
    lifetime: object(['value', 'unit'], { value: number, unit: word(LIFETIME_UNITS) }),
    endOfLife: ref('endOfLife'),
    year,
    factorSet: text,
    component: ref('component'),
    packaging: ref('packaging'),
    processStep: ref('processStep'),
    transportLeg: ref('transportLeg'),
  }),
);

/** The JSON Schema of a scenario; docs/schemas/scenario.schema.json is printed from it. */
export const SCENARIO_SHAPE: JsonShape = {
  ...INVENTORY_SHAPE,
  title: 'Trackway scenario',
  description: 'An inventory with a product or a supply chain, and the overrides that change it.',
  required: ['overrides'],
  properties: { ...INVENTORY_SHAPE.properties, ...SCENARIO_MEMBERS },
  $defs: { ...INVENTORY_SHAPE.$defs, override: OVERRIDE },
};
