import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { MAX_OVERRIDES } from '../../../engine/src/scenarios/index.ts';
import { REQUEST_LIMITS } from '../../../server/src/http/limits/request-limits.ts';
import type { Json, JsonObject } from '../../http/client.ts';
import { GENERIC } from '../../http/passports/desk.ts';
import type { LargeWorld } from './large-world.ts';

/**
 * The largest legal value of an input type: every field, lists at their maximum, values that reach the
 * most expensive code. The schema says what there is; this file says which values are legal together.
 */

type Maker = (at: number, world: LargeWorld) => Json | undefined;

const OUT: Maker = () => undefined;
const always =
  (value: Json): Maker =>
  () =>
    value;

/** Major ports: each pair of them is another way by sea. */
const PORTS =
  'CNSHA SGSIN NLRTM KRPUS DEHAM USLAX BRSSZ ZADUR AUMEL INNSA JPTYO GBFXT AEJEA EGPSD'.split(' ');
const portOf = (at: number): string => PORTS[at % PORTS.length] ?? '';
/** Another port than `portOf(at)`, and another one each time all ports had their turn. */
const otherPortOf = (at: number): string =>
  portOf(at + 1 + (Math.floor(at / PORTS.length) % (PORTS.length - 1)));

/** Each changes all legs of the product. */
const OVERRIDES: Maker = () =>
  Array.from({ length: MAX_OVERRIDES }, (_each, at) => ({
    name: `Override ${at} ${'x'.repeat(80)}`,
    select: { phase: 'INBOUND_TRANSPORT' },
    scale: 0.9,
  }));

/** By `Type.field`, else by `field`. A field without an entry gets its largest value by its type. */
const VALUES: Readonly<Record<string, Maker>> = {
  externalId: (_at, world) => `largest-${world.next()}`,
  orderExternalId: (_at, world) => `largest-${world.next()}`,
  idempotencyKey: OUT,
  expectedVersion: OUT,
  gtin: OUT,
  factorId: OUT,
  parentId: OUT,
  name: (at) => `Largest name ${at} ${'x'.repeat(80)}`,
  description: always('x'.repeat(9_000)),
  sku: (_at, world) => `sku-${world.next()}`,
  email: (_at, world) => `largest-${world.next()}@example.com`,
  language: always('de'),
  metadata: always({ text: 'x'.repeat(9_900) }),
  tags: (_at) => Array.from({ length: 50 }, (_each, at) => `tag ${at}`),
  imageUrls: () => Array.from({ length: 50 }, (_each, at) => `https://example.com/${at}.png`),
  status: always('ACTIVE'),
  productId: (at, { products }) => products[at % products.length],
  customerId: (_at, { ids }) => ids('Customer'),
  material: (at) => ['cotton fibre', 'polyester', 'steel', 'aluminium', 'paper'][at % 5],
  originCountry: always('IN'),
  country: always('DE'),
  closedPassages: OUT,
  gwpSet: OUT,
  strict: OUT,
  year: OUT,
  boundary: always('CRADLE_TO_GRAVE'),
  detail: (_at, { tier }) => (tier === 'FREE' ? 'BASIC' : 'FULL'),
  monteCarlo: (_at, { tier }) => (tier === 'FREE' ? undefined : { iterations: 100_000, seed: 1 }),
  recyclingMethod: OUT,
  electricityAccounting: OUT,
  asProductFootprint: OUT,
  recycledShare: always(0.3),
  incineratedShare: always(0.3),
  landfilledShare: always(0.4),
  lossRate: always(0.1),
  share: always(1),
  yield: always(0.9),
  price: always({ amount: '10.00', currencyCode: 'EUR' }),
  unitPrice: always({ amount: '10.00', currencyCode: 'EUR' }),
  shippingPrice: always({ amount: '10.00', currencyCode: 'EUR' }),
  currencyCode: always('EUR'),
  expiresAt: always('2099-01-01T00:00:00Z'),
  placedAt: OUT,
  lines: (_at, { products }) =>
    Array.from({ length: REQUEST_LIMITS.inputListItems }, (_each, line) => ({
      productId: products[line % products.length] ?? '',
      quantity: 1,
      unitPrice: { amount: '10.00', currencyCode: 'EUR' },
    })),
  shippingSplit: always('MASS'),
  discounts: OUT,
  taxes: OUT,
  tips: OUT,
  tip: OUT,
  'AddressInput.lines': always(['x'.repeat(100)]),
  'AddressInput.country': always('DE'),
  'ReturnOrderInput.lines': OUT,
  'ComponentInput.productId': OUT,
  'ComponentInput.quantity': OUT,
  'ComponentInput.unit': OUT,
  'ComponentInput.supplierPcf': OUT,
  'ComponentInput.uncertainty': OUT,
  'ComponentInput.pedigree': OUT,
  'ComponentInput.recycling': OUT,
  'ComponentInput.processSteps': OUT,
  'ComponentInput.transportLegs': (at) =>
    [0, 1, 2].map((leg) => ({
      method: 'SEA',
      from: portOf(at + leg),
      to: otherPortOf(at + leg),
    })),
  'PackagingInput.recycling': OUT,
  'PackagingInput.reuseCount': OUT,
  'ProcessStepInput.components': OUT,
  'ProcessStepInput.materialGroups': OUT,
  'ProcessStepInput.areaM2': OUT,
  'ProcessStepInput.process': OUT,
  'ProcessStepInput.energy': always([{ source: 'GRID_ELECTRICITY', country: 'DE', energyKwh: 1 }]),
  'UseProfileInput.energy': OUT,
  'UseProfileInput.consumables': OUT,
  'LifetimeInput.unit': OUT,
  'TransportLegInput.method': always('SEA'),
  'TransportLegInput.from': (at) => portOf(at),
  'TransportLegInput.to': otherPortOf,
  'TransportLegInput.distanceKm': OUT,
  'TransportLegInput.vehicleClass': OUT,
  'TransportLegInput.refrigerated': OUT,
  'FacilityInput.key': (at) => `f${at}`,
  'FacilityInput.tier': (at) => at % 50,
  'FacilityInput.activity': OUT,
  'FacilityInput.unit': always('KG'),
  'FacilityInput.energyMix': OUT,
  'FacilityInput.coordinates': (at) => ({
    latitude: ((at * 7) % 110) - 50,
    longitude: ((at * 31) % 340) - 170,
  }),
  // A chain from the last facility to the first, and one flow that skips all others.
  'SupplyChainFlowInput.from': (at) => `f${Math.min(at + 1, 249)}`,
  'SupplyChainFlowInput.to': (at) => `f${at === 249 ? 0 : at}`,
  'SupplyChainFlowInput.quantity': always(1.5),
  'SupplyChainFlowInput.unit': always('KG'),
  'SupplyChainFlowInput.transportLegs': (at) => [
    at < 90 ? { method: 'SEA', massKg: 1 } : { method: 'ROAD', distanceKm: 100 },
  ],
  'ImportFactorSetInput.content': () =>
    `id,name,unit,kgco2e_per_unit,geography,year\n${Array.from({ length: 12_000 }, (_each, at) => `id${at},A factor of a set ${at} ${'x'.repeat(20)},kg,${at}.5,DE,2024`).join('\n')}`,
  'ImportFactorSetInput.format': always('CSV'),
  'ImportFactorSetInput.name': (_at, world) => `largest-${world.next()}`,
  'ImportFactorSetInput.version': always('1'),
  'ImportFactorSetInput.licence': always('proprietary'),
  'ImportFactorSetInput.attribution': always('Ourselves'),
  'ImportFactorSetInput.attributionUrls': OUT,
  'ImportFactorSetInput.columns': OUT,
  'ImportFactorSetInput.pack': OUT,
  'ImportFactorSetInput.sheet': OUT,
  'ImportFactorSetInput.decimalComma': OUT,
  'CreateScenarioInput.description': always('x'.repeat(2_000)),
  'UpdateScenarioInput.description': always('x'.repeat(2_000)),
  overrides: OVERRIDES,
  catalogue: OUT,
  sweep: OUT,
  target: OUT,
  'CreateScenarioInput.supplyChainId': OUT,
  'CreateScenarioInput.orderId': OUT,
  'CreateScenarioInput.calculationId': OUT,
  'CalculateMaterialInput.quantity': OUT,
  'CalculateMaterialInput.unit': OUT,
  'CalculateTransportInput.distanceKm': OUT,
  'CalculateTransportInput.from': always('CNSHA'),
  'CalculateTransportInput.to': always('NLRTM'),
  'CalculateTransportInput.method': always('SEA'),
  'CalculateTransportInput.vehicleClass': OUT,
  'CalculateTransportInput.refrigerated': OUT,
  'CalculateEnergyInput.source': always('GRID_ELECTRICITY'),
};

const SCALARS: Readonly<Record<string, Json>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  Decimal: '1.00',
  Date: '2026-01-01',
  DateTime: '2099-01-01T00:00:00Z',
  CountryCode: 'DE',
  CurrencyCode: 'EUR',
  URL: 'https://example.com/',
  JSON: {},
  String: 'x'.repeat(200),
};

/** Content of a passport close to the most characters that one may have. */
const passportContent = (): JsonObject => ({
  ...GENERIC,
  materials: Array.from({ length: 250 }, (_each, at) => ({
    name: `Material ${at} ${'x'.repeat(80)}`,
    massFraction: 0.004,
    origin: 'TR',
  })),
  components: Array.from({ length: 250 }, (_each, at) => ({
    name: `Component ${at} ${'x'.repeat(80)}`,
  })),
});

const EPCIS_EVENT = {
  type: 'ObjectEvent',
  eventTimeZoneOffset: '+01:00',
  action: 'OBSERVE',
  bizStep: 'shipping',
};

/** Inputs whose fields exclude each other or are checked together, as wholes. Ids are added to them. */
const WHOLE: Readonly<Record<string, (world: LargeWorld) => JsonObject>> = {
  GenerateDppInput: (world) => ({
    ...passportContent(),
    schema: 'generic',
    serialNumber: `S${world.next()}`,
  }),
  UpdateDppInput: passportContent,
  AmendDppInput: () => ({ ...passportContent(), reason: 'Largest content' }),
  AcceptDppTransferInput: passportContent,
  // Events that are there already are not stored again.
  CaptureEpcisEventsInput: (world) => ({
    document: {
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      epcisBody: {
        eventList: Array.from({ length: 250 }, (_each, at) => ({
          ...EPCIS_EVENT,
          eventTime: new Date(Date.UTC(2026, 0, 1) + 1_000 * (250 * world.next() + at)).toJSON(),
          epcList: Array.from(
            { length: 50 },
            (_other, item) => `https://id.gs1.org/01/09506000134352/21/S${at}-${item}`,
          ),
        })),
      },
    },
  }),
  CalculateMaterialInput: () => ({
    material: 'cotton fibre',
    massKg: 1,
    transportLegs: Array.from({ length: 60 }, (_each, at) => ({
      method: 'SEA',
      from: portOf(at),
      to: otherPortOf(at),
    })),
  }),
  RecordTransactionInput: () => ({
    type: 'CAPTURE',
    provider: 'x'.repeat(100),
    metadata: { text: 'x'.repeat(9_900) },
  }),
  UpdateBrandInput: () => ({ name: 'Largest', color: '#123456' }),
  BulkExportInput: () => ({ type: 'PRODUCTS', format: 'CSV' }),
  BulkImportInput: () => ({ type: 'PRODUCTS', format: 'CSV' }),
  SendTestWebhookInput: () => ({ eventType: 'order.created' }),
  GrantDppAccessInput: () => ({
    audience: 'LEGITIMATE_INTEREST',
    expiresAt: new Date(Date.now() + 86_400_000).toJSON(),
    holder: 'x'.repeat(100),
    purpose: 'x'.repeat(100),
  }),
};

type Given = {
  readonly world: LargeWorld;
  /** Fewer than a list may have where the body of the request would be too large. */
  readonly listItems: number;
};

/** Fields that other fields of the same input exclude; one of each group is kept. */
const IDENTIFIERS = new Set(['externalId', 'orderExternalId']);

export function largestValue(
  type: GraphQLInputType,
  given: Given,
  place = '',
  at = 0,
): Json | undefined {
  const inner = getNullableType(type);
  const field = place.split('.')[1] ?? '';
  const maker = VALUES[place] ?? VALUES[field];
  if (maker !== undefined) return maker(at, given.world);
  if (isListType(inner)) {
    const items = Array.from({ length: given.listItems }, (_each, item) =>
      largestValue(inner.ofType, given, `${place}[]`, item),
    );
    return items.filter((item) => item !== undefined);
  }
  // The short forms of references are given instead.
  if (isInputObjectType(inner) && inner.isOneOf) return undefined;
  const whole = WHOLE[inner.toString()];
  if (whole !== undefined) return whole(given.world);
  if (isInputObjectType(inner)) {
    const isAboutExisting = !/^(Create|Import)/.test(inner.name);
    const entries = Object.values(inner.getFields()).flatMap((each): [string, Json][] => {
      if (isAboutExisting && IDENTIFIERS.has(each.name)) return [];
      const value = largestValue(each.type, given, `${inner.name}.${each.name}`, at);
      if (value !== undefined) return [[each.name, value]];
      return isNonNullType(each.type) ? [[each.name, smallestOf(each.type)]] : [];
    });
    return Object.fromEntries(entries);
  }
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? null;
  if (inner.name === 'ID') return undefined;
  return SCALARS[inner.name] ?? null;
}

function smallestOf(type: GraphQLInputType): Json {
  const inner = getNullableType(type);
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? null;
  return isListType(inner) ? [] : 'x';
}
