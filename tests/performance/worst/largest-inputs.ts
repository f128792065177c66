import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { MAX_OVERRIDES } from '../../../engine/src/scenarios/index.ts';
import { pngOf } from '../../../server/src/domains/passports/pictures/testing.ts';
import { REQUEST_LIMITS } from '../../../server/src/http/limits/request-limits.ts';
import { eventTypes } from '../../../server/src/rules/events/events.ts';
import type { Json, JsonObject } from '../../http/client.ts';
import { GENERIC } from '../../http/passports/desk.ts';
import { SCALARS } from '../../http/schema/calls.ts';
import { heldIn } from '../../http/schema/holdings.ts';
import type { Party } from './large-world.ts';

/**
 * The largest legal value of an input type: every field, lists at their maximum, values that reach the
 * most expensive code. The schema says what there is; this file says which values are legal together.
 */

type Maker = (at: number, party: Party) => Json | undefined;

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

/** Pictures print names, which must fit. */
function nameOf(at: number): string {
  return `Largest name ${at} ${'x'.repeat(18)}`;
}

function productAt({ idsOf }: Party, at: number): string {
  const ids = idsOf('Product');
  return ids[at % ids.length] ?? '';
}

/** As many of the largest products as one FULL calculation takes: of 100 it is refused at once. */
export const CALCULATED_LINES = 2;

/** Lines of a cart or an order, each of another one of the largest products. */
export function largestLines(party: Party, length: number): JsonObject[] {
  return Array.from({ length }, (_each, line) => ({
    productId: productAt(party, line),
    quantity: 1,
    unitPrice: { amount: '10.00', currencyCode: 'EUR' },
  }));
}

/** Each changes all components of the product. */
const OVERRIDES: Maker = () =>
  Array.from({ length: MAX_OVERRIDES }, (_each, at) => ({
    name: `Override ${at} ${'x'.repeat(80)}`,
    select: { phase: 'RAW_MATERIALS' },
    // With smaller components the product would weigh less than nothing.
    scale: 1.01,
  }));

/** Close to the most bytes that a logo has. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${'<path d="M0 0L99 1L50 99Z" fill="#123456"/>'.repeat(1_150)}</svg>`;
const BRAND: JsonObject = { color: '#123456', logo: LOGO };

/** By `Type.field`, else by `field`. A field without an entry gets its largest value by its type. */
const VALUES: Readonly<Record<string, Maker>> = {
  externalId: (_at, party) => `largest-${party.next()}`,
  orderExternalId: (_at, party) => `largest-${party.next()}`,
  idempotencyKey: OUT,
  expectedVersion: OUT,
  gtin: OUT,
  factorId: OUT,
  parentId: OUT,
  name: nameOf,
  description: always('x'.repeat(9_000)),
  sku: (_at, party) => `sku-${party.next()}`,
  email: (_at, party) => `largest-${party.next()}@example.com`,
  language: always('de'),
  locale: always('bg'),
  metadata: always({ text: 'x'.repeat(9_900) }),
  tags: (_at) => Array.from({ length: 50 }, (_each, at) => `tag ${at}`),
  imageUrls: () => Array.from({ length: 50 }, (_each, at) => `https://example.com/${at}.png`),
  status: always('ACTIVE'),
  productId: (at, party) => productAt(party, at),
  customerId: (_at, { holdings }) => heldIn(holdings, 'Customer').id,
  material: (at) => ['cotton fibre', 'polyester', 'steel', 'aluminium', 'paper'][at % 5],
  originCountry: always('IN'),
  country: always('DE'),
  closedPassages: OUT,
  gwpSet: OUT,
  strict: OUT,
  year: OUT,
  boundary: (_at, { tier }) => (tier === 'FREE' ? undefined : 'CRADLE_TO_GRAVE'),
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
  lines: (_at, party) => largestLines(party, REQUEST_LIMITS.inputListItems),
  shippingSplit: always('MASS'),
  discounts: OUT,
  taxes: OUT,
  tips: OUT,
  tip: OUT,
  'AddressInput.lines': always(['x'.repeat(100)]),
  'AddressInput.country': always('DE'),
  'PublishDppsInput.schema': always('generic'),
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
  'ImportFactorSetInput.name': (_at, party) => `largest-${party.next()}`,
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
  'OfferDppTransferInput.expiresAt': () => new Date(Date.now() + DAY_MS).toJSON(),
  'CalculateOrderFootprintInput.restate': OUT,
  'PublishDppInput.dryRun': OUT,
  'CreateFootprintPartnerInput.clientId': (_at, party) => `largest-${party.next()}`,
  'UpdateFootprintPartnerInput.clientId': (_at, party) => `largest-${party.next()}`,
  'CreateApiKeyInput.tier': (_at, { tier }) => tier,
  'CreateWebhookEndpointInput.description': always('x'.repeat(1_000)),
  'UpdateWebhookEndpointInput.description': always('x'.repeat(1_000)),
  'CreateWebhookEndpointInput.url': (_at, party) => `https://localhost:65009/${party.next()}`,
  'UpdateWebhookEndpointInput.url': (_at, party) => `https://localhost:65009/${party.next()}`,
  eventTypes: () =>
    Array.from(
      { length: REQUEST_LIMITS.inputListItems },
      (_each, at) => EVENT_TYPES[at % EVENT_TYPES.length] ?? '',
    ),
  headers: () =>
    Array.from({ length: 20 }, (_each, at) => ({
      name: `x-largest-${at}-`.padEnd(100, 'x'),
      value: 'x'.repeat(4_096),
    })),
  maxPerSecond: always(1_000),
  // PNG: each of its chunks has a checksum and is looked at.
  data: always(pngOf(2_400, 2_400, chunksOf(60_000 - 6_000)).toString('base64')),
  calculationIds: (_at, { idsOf }) => idsOf('Calculation'),
  'RequestFootprintInput.component': always(nameOf(0)),
  'RequestFootprintInput.comment': always('x'.repeat(9_000)),
  'RequestFootprintInput.productIds': () =>
    Array.from({ length: 250 }, (_each, at) => `urn:pact:largest:${at}:`.padEnd(1_900, 'x')),
  'RequestFootprintInput.geographies': () =>
    Array.from({ length: 250 }, (_each, at) => `geography ${at} `.padEnd(1_900, 'x')),
};

const EVENT_TYPES = [...eventTypes().keys()];

/** Empty chunks of a PNG picture, of some bytes together. */
function chunksOf(bytes: number): (readonly [string, Buffer])[] {
  return Array.from({ length: Math.floor(bytes / 12) }, () => ['tEXt', Buffer.alloc(0)]);
}

const LARGEST: Readonly<Record<string, Json>> = { ...SCALARS, String: 'x'.repeat(200) };

/** Content of a passport: with that of its product close to the 200,000 characters that it may have. */
const passportContent = (): JsonObject => ({
  ...GENERIC,
  materials: Array.from({ length: 250 }, (_each, at) => ({
    name: `Material ${at} ${'x'.repeat(220)}`,
    massFraction: 0.004,
    origin: 'TR',
  })),
  components: Array.from({ length: 250 }, (_each, at) => ({
    name: `Component ${at} ${'x'.repeat(220)}`,
    uri: `https://example.com/passports/${at}`,
  })),
});

const EPCIS_EVENT = {
  type: 'ObjectEvent',
  eventTimeZoneOffset: '+01:00',
  action: 'OBSERVE',
  bizStep: 'shipping',
};

/** Inputs whose fields exclude each other or are checked together, as wholes. Ids are added to them. */
const WHOLE: Readonly<Record<string, (party: Party) => JsonObject>> = {
  GenerateDppInput: (party) => ({
    ...passportContent(),
    schema: 'generic',
    serialNumber: `S${party.next()}`,
  }),
  UpdateDppInput: passportContent,
  AmendDppInput: () => ({ ...passportContent(), reason: 'Largest content' }),
  AcceptDppTransferInput: ({ holdings }) => ({
    ...passportContent(),
    token: heldIn(holdings, 'token').id,
  }),
  // Events that are there already are not stored again.
  CaptureEpcisEventsInput: (party) => ({
    document: {
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      epcisBody: {
        eventList: Array.from({ length: 250 }, (_each, at) => ({
          ...EPCIS_EVENT,
          eventTime: new Date(Date.UTC(2026, 0, 1) + 1_000 * (250 * party.next() + at)).toJSON(),
          epcList: Array.from(
            { length: 70 },
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
  GenerateAssetInput: () => ({
    locale: 'bg',
    organizationName: 'Largest',
    productName: 'Largest',
    verifier: 'Verifier',
    allowOutdated: true,
    isPublic: true,
  }),
  UpdateBrandInput: () => ({
    name: 'Largest',
    color: '#123456',
    logo: { svg: LOGO },
  }),
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LINK = 'https://example.com/';

/** Fields of an input that differ between the ways in which it can be large; null leaves one out. */
export const WAYS: Readonly<
  Record<string, Readonly<Record<string, (party: Party) => JsonObject>>>
> = {
  generateDpps: {
    'items of a product': () => ({
      ...{ filter: null, schema: null, category: null, first: null, digits: null },
      ...{ batchNumber: 'x'.repeat(20), serialPrefix: 'x'.repeat(14), count: 100_000 },
    }),
    'models of all products': () => ({
      ...{ filter: {}, schema: 'generic', category: null, productId: null },
      ...{ batchNumber: null, count: null, digits: null, first: null, serialPrefix: null },
    }),
  },
  generateAssets: {
    'labels of all products': () => ({
      ...{ filter: {}, goal: null, conclusions: null },
      ...{ kind: 'CARBON_LABEL', size: 'UPRIGHT', url: LINK, format: 'PNG', dotsPerInch: 1_200 },
    }),
  },
  redeliverWebhook: {
    'all events of a month': ({ holdings }) => ({
      deliveryId: null,
      period: {
        endpointId: heldIn(holdings, 'WebhookEndpoint').id,
        include: 'ALL',
        since: new Date(Date.now() - 30 * DAY_MS + HOUR_MS).toJSON(),
      },
    }),
  },
  removeMember: {
    'each member once': ({ members }) => ({ id: members.pop() ?? '' }),
  },
  generateAsset: {
    ...asPicture('CARBON_LABEL', { size: 'UPRIGHT', url: LINK }, 1_200),
    ...asPicture('QR_TAG', { size: 'TAG', url: LINK }, 1_200),
    // An EQUIVALENCY_CARD has no words for the footprint of the largest product, a SUPPLY_CHAIN_MAP no room for 250 facilities.
    ...asPicture('COMPARISON_CARD', { size: 'CARD', brand: BRAND }, 600),
    ...asPicture('INFOGRAPHIC', { size: 'PORTRAIT', region: 'DE', brand: BRAND }, 420),
    ...asDocument('FOOTPRINT_REPORT', { brand: BRAND }),
    ...asDocument('PASSPORT_DOCUMENT', { brand: BRAND }),
  },
};

/** A kind of asset in both ways to draw it; pictures have the most pixels. */
function asPicture(kind: string, fields: JsonObject, dotsPerInch: number) {
  return {
    [`${kind} as PNG`]: assetOf(kind, { ...fields, format: 'PNG', dotsPerInch }),
    ...asDocument(kind, fields),
  };
}

function asDocument(kind: string, fields: JsonObject) {
  return { [`${kind} as PDF`]: assetOf(kind, { ...fields, format: 'PDF' }) };
}

/** An asset of the largest object that its kind shows. */
function assetOf(kind: string, fields: JsonObject) {
  return ({ holdings, idsOf }: Party): JsonObject => {
    const [calculationId = '', other = calculationId] = idsOf('Calculation');
    const shown: Readonly<Record<string, JsonObject>> = {
      QR_TAG: { calculationId: null, verifier: null },
      COMPARISON_CARD: { productId: null, comparedWith: { calculationId: other } },
      PASSPORT_DOCUMENT: {
        ...{ productId: null, calculationId: null, productName: null, verifier: null },
        dppId: heldIn(holdings, 'DPP').id,
      },
      FOOTPRINT_REPORT: { productId: null, goal: LONGEST_TEXT, conclusions: LONGEST_TEXT },
    };
    const of = { calculationId, ...(shown[kind] ?? { productId: null }) };
    return { kind, url: null, goal: null, conclusions: null, ...of, ...fields };
  };
}

/** Goal and conclusions of a report. */
const LONGEST_TEXT = 'studied '.repeat(125);

type Given = {
  readonly party: Party;
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
  if (maker !== undefined) return maker(at, given.party);
  if (isListType(inner)) {
    const items = Array.from({ length: given.listItems }, (_each, item) =>
      largestValue(inner.ofType, given, `${place}[]`, item),
    );
    return items.filter((item) => item !== undefined);
  }
  // The short forms of references are given instead.
  if (isInputObjectType(inner) && inner.isOneOf) return undefined;
  const whole = WHOLE[inner.toString()];
  if (whole !== undefined) return whole(given.party);
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
  return LARGEST[inner.name] ?? null;
}

function smallestOf(type: GraphQLInputType): Json {
  const inner = getNullableType(type);
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? null;
  return isListType(inner) ? [] : 'x';
}
