import { RECYCLING_METHODS } from '../method.ts';
import {
  BOUNDARIES,
  DECLARED_UNITS,
  ELECTRICITY_ACCOUNTINGS,
  ENERGY_SOURCES,
  FACTOR_YEARS,
  LIFETIME_UNITS,
  MATERIAL_GROUPS,
  PACKAGING_LEVELS,
  PROCESS_NAMES,
  SECTOR_TAGS,
  TRANSPORT_METHODS,
  VEHICLE_CLASSES,
} from '../vocabulary.ts';
import type { JsonShape } from './json-shape.ts';

const text: JsonShape = { type: 'string' };
const amount: JsonShape = { type: 'number', minimum: 0 };
const share: JsonShape = { type: 'number', minimum: 0, maximum: 1 };
const above0: JsonShape = { type: 'number', exclusiveMinimum: 0 };
const lossRate: JsonShape = { type: 'number', minimum: 0, exclusiveMaximum: 1 };
const number: JsonShape = { type: 'number' };
const score: JsonShape = { type: 'integer', minimum: 1, maximum: 5 };
export const year: JsonShape = {
  type: 'integer',
  minimum: FACTOR_YEARS.first,
  maximum: FACTOR_YEARS.last,
};
const pedigree = ref('pedigree');
const legs = list(ref('transportLeg'));

/** The JSON Schema of an inventory; docs/schemas/inventory.schema.json is printed from it. */
export const INVENTORY_SHAPE: JsonShape = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Trackway inventory',
  description:
    'The calculated thing: exactly one of product, supplyChain and processSystem. Amounts are per declared unit; names end in their unit.',
  ...object([], {
    $schema: text,
    product: ref('product'),
    products: described('Products that components name by productId.', list(ref('product'))),
    supplyChain: ref('supplyChain'),
    processSystem: ref('processSystem'),
    factors: described('Factors of your own, found by their id.', list(ref('factor'))),
    materials: described('Names of your own for materials.', list(ref('material'))),
    options: ref('options'),
  }),
  $defs: {
    product: object(['id', 'name'], {
      id: text,
      name: text,
      sectorTags: list(word(SECTOR_TAGS)),
      declaredUnit: described(
        'Amount that one footprint covers; 1 PIECE when absent.',
        object(['amount', 'unit'], { amount: above0, unit: word(DECLARED_UNITS) }),
      ),
      netMassKg: amount,
      originCountry: described('Country where the product is made.', text),
      components: list(ref('component')),
      packaging: list(ref('packaging')),
      processSteps: list(ref('processStep')),
      transportLegs: described('From the gate to the customer.', legs),
      useProfile: ref('useProfile'),
      endOfLife: ref('endOfLife'),
      lifetime: object(['value', 'unit'], { value: above0, unit: word(LIFETIME_UNITS) }),
    }),
    component: described(
      'Exactly one of material, factorId, productId and supplierPcf.',
      object([], {
        name: text,
        material: described('A name of the material map, such as "cotton" or "PET".', text),
        factorId: text,
        productId: text,
        supplierPcf: described('A PACT 3.0 ProductFootprint document.', { type: 'object' }),
        massKg: described('Mass in the finished product, before losses are added.', amount),
        quantity: amount,
        unit: text,
        lossRate,
        recycledShare: share,
        originCountry: text,
        supplier: text,
        processSteps: described(
          'Steps of this component alone, before those of the product.',
          list(ref('processStep')),
        ),
        recycling: ref('recycling'),
        transportLegs: legs,
        pedigree,
        uncertainty: described(
          'Spread of the amount relative to it: sigma of ln x, deviation, or least and most.',
          object(['kind'], {
            kind: word(['FIXED', 'LOGNORMAL', 'NORMAL', 'TRIANGULAR', 'UNIFORM']),
            sigma: amount,
            deviation: amount,
            least: share,
            most: { type: 'number', minimum: 1 },
          }),
        ),
      }),
    ),
    packaging: object(['level', 'massKg'], {
      name: text,
      level: word(PACKAGING_LEVELS),
      material: text,
      factorId: text,
      massKg: described('Mass of one pack.', amount),
      recycledShare: share,
      originCountry: text,
      unitsPerPack: above0,
      reuseCount: { type: 'number', minimum: 1 },
      endOfLife: ref('endOfLife'),
      recycling: ref('recycling'),
      pedigree,
    }),
    processStep: object([], {
      name: text,
      process: word(PROCESS_NAMES),
      factorId: text,
      components: described('Names or materials of the components it processes.', list(text)),
      materialGroups: list(word(MATERIAL_GROUPS)),
      massKg: amount,
      areaM2: amount,
      country: text,
      energy: list(ref('energyUse')),
      lossRate,
      pedigree,
    }),
    recycling: described(
      'Parameters of the Circular Footprint Formula, instead of those of the material.',
      object([], {
        allocationFactor: share,
        inputQualityRatio: share,
        outputQualityRatio: share,
        heatingValueMjPerKg: amount,
      }),
    ),
    energyUse: object(['source', 'energyKwh'], {
      source: word(ENERGY_SOURCES),
      energyKwh: amount,
      country: text,
      factorId: text,
    }),
    transportLeg: object(['method'], {
      method: word(TRANSPORT_METHODS),
      vehicleClass: word(VEHICLE_CLASSES),
      distanceKm: amount,
      from: described('UN/LOCODE, IATA code or country, instead of a distance.', text),
      to: text,
      massKg: amount,
      refrigerated: { type: 'boolean' },
      factorId: text,
      pedigree,
    }),
    useProfile: described(
      'Energy and materials of one use.',
      object([], {
        uses: amount,
        country: text,
        energy: list(ref('energyUse')),
        waterLitres: amount,
        consumables: list(
          object(['massKg'], { name: text, material: text, factorId: text, massKg: amount }),
        ),
        pedigree,
      }),
    ),
    endOfLife: described(
      'Shares of the mass; the rest is landfilled.',
      object([], {
        country: text,
        recycledShare: share,
        incineratedShare: share,
        landfilledShare: share,
        transportLegs: legs,
        pedigree,
      }),
    ),
    pedigree: described(
      'Scores 1 (best) to 5.',
      object(['reliability', 'completeness', 'temporal', 'geographical', 'technological'], {
        reliability: score,
        completeness: score,
        temporal: score,
        geographical: score,
        technological: score,
      }),
    ),
    supplyChain: object(['nodes', 'edges'], {
      id: text,
      name: text,
      rootId: text,
      nodes: list(ref('supplyNode')),
      edges: list(
        object(['from', 'to', 'quantity'], {
          from: text,
          to: text,
          quantity: amount,
          unit: text,
          legs,
        }),
      ),
    }),
    supplyNode: object(['id', 'name'], {
      id: text,
      name: text,
      facility: text,
      tier: { type: 'integer', minimum: 0 },
      activity: text,
      country: text,
      unit: word(DECLARED_UNITS),
      energyMix: list(object(['source', 'share'], { source: word(ENERGY_SOURCES), share })),
      energyKwhPerUnit: amount,
      waterLitresPerUnit: amount,
      yield: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      components: list(ref('component')),
    }),
    processSystem: object(['processes', 'characterisation', 'demand'], {
      processes: list(ref('process')),
      characterisation: list(
        object(['indicator', 'flow', 'factor'], {
          indicator: text,
          flow: text,
          factor: number,
        }),
      ),
      demand: list(ref('exchange')),
    }),
    process: object(['id'], {
      id: text,
      outputs: list(ref('processOutput')),
      treats: list(ref('processOutput')),
      inputs: list(ref('exchange')),
      wastes: list(ref('exchange')),
      interventions: list(object(['flow', 'amount'], { flow: text, amount: number })),
      allocation: word(['MASS', 'ECONOMIC', 'ENERGY', 'CUSTOM']),
    }),
    processOutput: object(['product', 'amount'], {
      product: text,
      amount: number,
      massKgPerUnit: amount,
      pricePerUnit: amount,
      energyMjPerUnit: amount,
      share: number,
    }),
    exchange: object(['product', 'amount'], {
      product: text,
      amount: number,
      provider: text,
    }),
    factor: object(['id', 'name', 'unit', 'co2eKgPerUnit'], {
      id: text,
      name: text,
      unit: text,
      co2eKgPerUnit: number,
      geography: text,
      year,
      gwpSet: text,
      source: text,
      indicators: described('Value per unit by EF 3.1 code.', {
        type: 'object',
        additionalProperties: number,
      }),
      inputRequiredKgPerKg: above0,
    }),
    material: object(['material', 'factorId'], {
      material: text,
      factorId: text,
      recycledFactorId: text,
    }),
    options: object([], {
      detail: word(['BASIC', 'FULL']),
      boundary: word(BOUNDARIES),
      recycling: word(RECYCLING_METHODS),
      electricity: word(ELECTRICITY_ACCOUNTINGS),
      year,
      gwpSet: text,
      strict: described('Refuses a result with warnings.', { type: 'boolean' }),
      monteCarlo: object([], {
        iterations: { type: 'integer', minimum: 2, maximum: 100_000 },
        seed: { type: 'integer', minimum: 0 },
      }),
    }),
  },
};

export function object(
  required: readonly string[],
  properties: Readonly<Record<string, JsonShape>>,
): JsonShape {
  return { type: 'object', additionalProperties: false, required, properties };
}

export function list(items: JsonShape): JsonShape {
  return { type: 'array', items };
}

export function word(words: readonly string[]): JsonShape {
  return { type: 'string', enum: words };
}

export function ref(name: string): JsonShape {
  return { $ref: `#/$defs/${name}` };
}

export function described(description: string, shape: JsonShape): JsonShape {
  return { description, ...shape };
}
