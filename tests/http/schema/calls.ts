import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { pngOf } from '../../../server/src/domains/passports/pictures/testing.ts';
import { accessOf } from '../../../server/src/graphql/access.ts';
import { includesTier, type Tier } from '../../../server/src/rules/access/tiers.ts';
import type { Json, JsonObject } from '../client.ts';
import {
  EPCIS_DOCUMENT,
  FACTOR_SET,
  HELD_TYPES,
  type Holdings,
  heldIn,
  MILL,
  RECEIVER,
} from './holdings.ts';
import { type Input, PLACES, type Place, ROOT_FIELDS, type RootField } from './places.ts';

type Path = readonly (string | number)[];

const PLACES_BY_FIELD = Map.groupBy(PLACES, ({ name }) => name);

function placesOf({ name }: Pick<RootField, 'name'>): readonly Place[] {
  return PLACES_BY_FIELD.get(name) ?? [];
}

const LABEL: JsonObject = {
  kind: 'CARBON_LABEL',
  url: 'https://held.example/',
  allowOutdated: true,
};

/** Inputs of a valid call in addition to its required arguments and the objects that it names. */
const EXTRAS: Readonly<Record<string, (idOf: (type: string) => string) => JsonObject>> = {
  createOrder: (idOf) => ({ input: { lines: [{ productId: idOf('Product'), quantity: 1 }] } }),
  recordTransaction: () => ({ input: { type: 'VOID' } }),
  settleTransaction: () => ({ input: { state: 'SUCCEEDED' } }),
  createSupplyChain: () => ({ input: { facilities: [MILL] } }),
  addDppPicture: () => ({ input: { data: pngOf(2, 2).toString('base64') } }),
  captureEpcisEvents: () => ({ input: { document: EPCIS_DOCUMENT } }),
  importFactorSet: () => ({ input: { ...FACTOR_SET, name: 'made' } }),
  calculateMaterial: () => ({ input: { massKg: 1 } }),
  calculateTransport: () => ({ input: { distanceKm: 1 } }),
  createWebhookEndpoint: () => ({ input: { ...RECEIVER } }),
  createApiKey: () => ({ input: { name: 'Made' } }),
  generateDpp: () => ({ input: { serialNumber: 'made' } }),
  generateDpps: () => ({ input: { count: 1 } }),
  grantDppAccess: () => ({
    input: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  deleteEvents: () => ({ input: { createdUntil: '2026-01-01T00:00:00Z' } }),
  amendDpp: () => ({ input: { modelNumber: 'Changed' } }),
  offerDppTransfer: () => ({
    input: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  requestFootprint: () => ({
    input: { component: 'cotton fibre', productIds: ['urn:gtin:09506000134352'] },
  }),
  compareScenarios: (idOf) => ({ ids: [idOf('Scenario'), idOf('Scenario')] }),
  generateAsset: () => ({ input: { ...LABEL } }),
  // Its job would record events at any time.
  generateAssets: () => ({ input: { ...LABEL, filter: { text: 'a name that nothing has' } } }),
  assetPreview: (idOf) => ({ input: { ...LABEL, productId: idOf('Product') } }),
  productFootprintPreview: (idOf) => ({ input: { id: idOf('Product') } }),
  bulkExport: () => ({ input: { type: 'ORDERS' } }),
  usage: () => ({ from: '2026-01-01', to: '2026-01-31' }),
};

/** Mutations that an object needs before another mutation can apply to it. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  // Otherwise the order calculates its product first.
  createOrder: ['calculateProductFootprint'],
  generateDpps: ['generateDpp'],
  recordTransaction: ['settleTransaction'],
  shipOrder: ['confirmOrder'],
  amendDpp: ['publishDpp'],
  offerDppTransfer: ['publishDpp'],
  suspendDpp: ['publishDpp'],
  resumeDpp: ['publishDpp', 'suspendDpp'],
  revokeDpp: ['publishDpp'],
  endDppLife: ['publishDpp'],
  archiveDpp: ['publishDpp'],
  deliverOrder: ['confirmOrder', 'shipOrder'],
  returnOrder: ['confirmOrder', 'shipOrder', 'deliverOrder'],
  retireClimateContribution: ['recordClimateContribution'],
  reverseClimateContribution: ['recordClimateContribution'],
};

/** Mutations that need more than the held objects, with the test that calls them. */
export const CALLED_ELSEWHERE: Readonly<Record<string, string>> = {
  acceptDppTransfer: 'tests/http/passports/transfer.test.ts',
  // It takes footprints from cradle to gate only.
  announceFootprints: 'tests/http/footprint-exchange/partners.test.ts',
};

/** Things that only one kind of asset is of. */
const OTHER_ASSET_SUBJECTS: readonly Path[] = [
  ['input', 'supplyChain'],
  ['input', 'supplyChainId'],
  ['input', 'dppId'],
];

/** Inputs of which a call gives one only. */
const ALTERNATIVES: Readonly<Record<string, readonly Path[]>> = {
  createScenario: [
    ['input', 'product'],
    ['input', 'productId'],
    ['input', 'supplyChain'],
    ['input', 'supplyChainId'],
    ['input', 'order'],
    ['input', 'orderId'],
    ['input', 'calculationId'],
  ],
  generateAsset: [
    ['input', 'product'],
    ['input', 'productId'],
    ['input', 'calculationId'],
    ['input', 'scenario'],
    ['input', 'scenarioId'],
    ...OTHER_ASSET_SUBJECTS,
  ],
  assetPreview: [
    ['input', 'product'],
    ['input', 'productId'],
    ['input', 'calculationId'],
    ['input', 'scenario'],
    ['input', 'scenarioId'],
    ...OTHER_ASSET_SUBJECTS,
  ],
  redeliverWebhook: [
    ['input', 'deliveryId'],
    ['input', 'period'],
  ],
};

/** The arguments without the alternatives to the input at a path. */
function withoutAlternatives(call: string, args: JsonObject, path: Path): JsonObject {
  const alternatives = ALTERNATIVES[call] ?? [];
  const isOn = (way: Path) => way.every((step, at) => path[at] === step);
  return alternatives.some(isOn)
    ? alternatives.filter((way) => !isOn(way)).reduce(without, args)
    : args;
}

export function stepsBefore({ name }: RootField): readonly RootField[] {
  return (BEFORE[name] ?? []).flatMap((step) => ROOT_FIELDS.filter((field) => field.name === step));
}

/** Types of what a mutation, and the steps before it, can name. */
export function typesNamedBy(mutation: RootField): readonly string[] {
  const names = [mutation, ...stepsBefore(mutation)].map(({ name }) => name);
  const types = names.flatMap((name) => placesOf({ name })).map(({ type }) => type);
  return HELD_TYPES.filter((type) => types.includes(type));
}

/** The arguments of a valid call of a root field, about things that the tenant holds. */
export function argumentsOf(call: RootField, holdings: Holdings): JsonObject {
  const idOf = (type: string): string => heldIn(holdings, type).id;
  const required = call.field.args
    .filter((argument) => isNonNullType(argument.type))
    .map((argument): [string, Json] => [argument.name, anyValueOf(argument.type)]);
  const extras = EXTRAS[call.name]?.(idOf) ?? {};
  return namedThings(call).reduce<JsonObject>(
    (args, place) => withValue(args, place.path, idOf(place.type)),
    merged(Object.fromEntries(required), extras),
  );
}

/** The same, but at one place with another name; what else names the same thing is left out. */
export function argumentsWith(place: Place, holdings: Holdings, name: Json): JsonObject {
  const valid = withoutAlternatives(place.name, argumentsOf(place, holdings), place.path);
  const kind = assetKindFor(place);
  const given = kind === undefined ? valid : withValue(valid, ['input', 'kind'], kind);
  const others = otherNames(place).reduce(without, given);
  return withRequired(place, withValue(others, place.path, name));
}

/** Kind of asset that is of the thing which a place names; undefined if a label is. */
function assetKindFor({ name, path }: Place): string | undefined {
  if (name !== 'generateAsset' && name !== 'assetPreview') return undefined;
  const field = String(path[1]);
  if (/^(comparedWith|scenario|scenarioId)$/.test(field)) return 'COMPARISON_CARD';
  if (/^supplyChain/.test(field)) return 'SUPPLY_CHAIN_MAP';
  return field === 'dppId' ? 'PASSPORT_DOCUMENT' : undefined;
}

/** The same, but with a value at some input. */
export function argumentsAt(input: Input, holdings: Holdings, value: Json): JsonObject {
  const place = placesOf(input).find(({ path }) => path.join('.') === input.path.join('.'));
  if (place !== undefined) return argumentsWith(place, holdings, value);
  const given = withoutAlternatives(input.name, argumentsOf(input, holdings), input.path);
  return withRequired(input, withValue(given, input.path, value));
}

/** These find their factor themselves; one that is named must be per kWh or t.km, which not all are. */
const FIND_THEIR_FACTOR: readonly string[] = ['calculateEnergy', 'calculateTransport'];

/** Subjects of a scenario in place of the product that a call names. */
const OTHER_SUBJECTS: readonly string[] = ['SupplyChain', 'Order', 'Calculation'];

/** The things that a mutation is about: named at the top of its input. Queries name them one way only. */
function namedThings({ root, name }: RootField): readonly Place[] {
  const isNeeded = ({ type, path }: Place) =>
    // Only a repurposed product has a successor.
    path[1] !== 'successorId' &&
    (type !== 'EmissionFactor' || !FIND_THEIR_FACTOR.includes(name)) &&
    // A scenario is of one of several things, and so is an asset.
    (name !== 'createScenario' || !OTHER_SUBJECTS.includes(type)) &&
    (name !== 'generateAsset' || type === 'Product');
  if (root !== 'mutation') return [];
  return placesOf({ name }).filter(
    (place) => place.by === 'id' && place.path.length === 2 && isNeeded(place),
  );
}

/** The other ways to name at the same spot what a place names. */
function otherNames(place: Place): readonly Path[] {
  const spotOf = ({ type, spot }: Place): string => [type, ...spot].join('.');
  const spot = spotOf(place);
  return placesOf(place)
    .filter((other) => other !== place && spotOf(other) === spot)
    .map(({ path }) => path);
}

/** Fills in what the objects on the way to a place require. */
function withRequired(
  { field, path }: Pick<Place, 'field' | 'path'>,
  args: JsonObject,
): JsonObject {
  let type: GraphQLInputType | undefined = field.args.find(({ name }) => name === path[0])?.type;
  let filled = args;
  for (let depth = 1; depth < path.length; depth++) {
    const step = path[depth];
    const named = type && getNamedType(type);
    if (typeof step === 'number' || !isInputObjectType(named)) continue;
    for (const [name, value] of Object.entries(requiredOf(Object.values(named.getFields())))) {
      const at = [...path.slice(0, depth), name];
      if (valueAt(filled, at) === undefined) filled = withValue(filled, at, value);
    }
    type = step === undefined ? undefined : named.getFields()[step]?.type;
  }
  return filled;
}

function requiredOf(fields: readonly GraphQLInputField[]): JsonObject {
  return Object.fromEntries(
    fields
      .filter(({ type }) => isNonNullType(type))
      .map((field): [string, Json] => [field.name, anyValueOf(field.type)]),
  );
}

/** A value of each scalar type but ID and String. */
export const SCALARS: Readonly<Record<string, Json>> = {
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
};

/** Some value of a type, as small as it may be. */
export function anyValueOf(type: GraphQLInputType): Json {
  const inner = getNullableType(type);
  if (isListType(inner)) return [anyValueOf(inner.ofType)];
  if (isInputObjectType(inner)) return requiredOf(Object.values(inner.getFields()));
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? null;
  return SCALARS[String(inner)] ?? 'x';
}

/** A document that calls one root field with its arguments as variables. */
export function documentOf(
  { root, name, field }: RootField,
  args: JsonObject,
  selection: string = selectionOf(field.type, 2),
): string {
  const used = field.args.filter((argument) => argument.name in args);
  const declared = used.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const head = declared === '' ? root : `${root} (${declared})`;
  return `${head} { ${name}${passed === '' ? '' : `(${passed})`} ${selection} }`;
}

/**
 * Leaves of a type, and of the objects in it down to a depth; in lists only when asked, as they may be long, and
 * only what a key of the tier may have.
 */
export function selectionOf(
  type: GraphQLOutputType,
  depth: number,
  isWithLists = false,
  tier: Tier = 'ENTERPRISE',
): string {
  const key = `${getNamedType(type)} ${depth} ${isWithLists} ${tier}`;
  return selections.getOrInsertComputed(key, () => newSelection(type, depth, isWithLists, tier));
}

const selections = new Map<string, string>();

function newSelection(
  type: GraphQLOutputType,
  depth: number,
  isWithLists: boolean,
  tier: Tier,
): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (!isObjectType(named)) return isInterfaceType(named) ? '{ __typename id }' : '{ __typename }';
  const fields = Object.values(named.getFields()).filter(
    (field) =>
      includesTier(tier, accessOf(field).tier ?? 'FREE') &&
      !field.args.some((argument) => isNonNullType(argument.type)),
  );
  const parts = fields.flatMap((field) => {
    if (!isCompositeType(getNamedType(field.type))) return [field.name];
    const isLeftOut = !isWithLists && isListType(getNullableType(field.type));
    if (depth === 0 || isLeftOut) return [];
    return [`${field.name} ${selectionOf(field.type, depth - 1, isWithLists, tier)}`];
  });
  return `{ ${['__typename', ...parts].join(' ')} }`;
}

function valueAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === String(step))?.[1]
        : undefined,
    value,
  );
}

function withValue(object: JsonObject, [first, ...rest]: Path, value: Json): JsonObject {
  return first === undefined ? object : { ...object, [first]: placed(object[first], rest, value) };
}

function placed(current: Json | undefined, path: Path, value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const items: readonly Json[] = Array.isArray(current) ? current : [];
    return [placed(items[0], rest, value), ...items.slice(1)];
  }
  return withValue(isObject(current) ? current : {}, path, value);
}

function without(object: JsonObject, path: Path): JsonObject {
  return valueAt(object, path) === undefined
    ? object
    : JSON.parse(
        JSON.stringify(withValue(object, path, null)),
        (_key, inner) => inner ?? undefined,
      );
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([name, value]): [string, Json] => {
    const current = one[name];
    return [name, isObject(current) && isObject(value) ? merged(current, value) : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
