import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { maxCostOf } from '../../../server/src/domains/limits/index.ts';
import { MAX_QUERY_LENGTH, MAX_WORDS } from '../../../server/src/domains/search/service.ts';
import { accessOf, requirementOfType } from '../../../server/src/graphql/access.ts';
import { costFunctionOf } from '../../../server/src/http/document/cost.ts';
import {
  assertDocumentLimits,
  assertTokenLimits,
} from '../../../server/src/http/document/document-limits.ts';
import { REQUEST_LIMITS } from '../../../server/src/http/limits/request-limits.ts';
import { includesTier, TIERS, type Tier } from '../../../server/src/rules/access/tiers.ts';
import { ApiError } from '../../../server/src/rules/errors/api-error.ts';
import { MAX_NAME } from '../../../server/src/rules/inputs/problems.ts';
import { schema } from '../../../server/src/schema.ts';
import type { Json, JsonObject } from '../../http/client.ts';
import { argumentsOf, selectionOf } from '../../http/schema/calls.ts';
import { type Held, type Holdings, heldIn } from '../../http/schema/holdings.ts';
import { NODE_TYPES, PLACES, ROOT_FIELDS, type RootField } from '../../http/schema/places.ts';
import type { LargeWorld, Party } from './large-world.ts';
import { largestValue, WAYS } from './largest-inputs.ts';
import type { Target } from './send.ts';
import { LEAST_TIERS, sequenceOf, TAKES_FROM_ANOTHER } from './sequences.ts';

/** A request that is as large as the limits allow, of one operation. */
export type WorstRequest = {
  readonly operation: string;
  readonly tier: Tier;
  /** Way in which it is large. */
  readonly shape: string;
  /** The request, those that it needs before it, and those that make it possible again. */
  readonly steps: readonly Step[];
  /** Requests at a time, if not two. */
  readonly attackers?: number;
};

export type Step = {
  readonly target: Target;
  /** Body of the request that names what the steps before it made. */
  readonly body: (made: Holdings) => string;
  /** Returns the objects that the answer says were made. */
  readonly made: (answer: string) => readonly (readonly [type: string, Held])[];
  /** Its refusal says nothing: it comes after the measured mutation, or what is wrong with it is measured. */
  readonly mayBeRefused: boolean;
  /** Time before it, in which work in the background goes on. */
  readonly afterMs?: number;
};

const DEPTHS = [1, 2, 3, 4];
/** Texts of a filter and of a search, in words of which nothing has any. */
const LONG_TEXT = 'qzx '.repeat(MAX_NAME / 4);
const LONG_QUERY = `${'qzx'.repeat(5)} `.repeat(MAX_WORDS).slice(0, MAX_QUERY_LENGTH).trim();

export type Wanted = {
  readonly depths?: readonly number[];
  /** All by default. */
  readonly operations?: readonly string[];
};

export function worstRequests(
  worlds: ReadonlyMap<Tier, LargeWorld>,
  { depths = DEPTHS, operations }: Wanted,
): WorstRequest[] {
  return ROOT_FIELDS.flatMap((call) => {
    if (operations?.includes(call.name) === false) return [];
    const tier = call.root === 'query' ? tierOf(call) : tierOfSequence(call.name);
    // A query may cost more with a higher tier; a calculation may be of more.
    const higher: readonly Tier[] = call.name.startsWith('calculateProduct')
      ? ['GROWTH']
      : call.root === 'query'
        ? ['ENTERPRISE']
        : [];
    const known = new Set<string>();
    return [...new Set([tier, ...higher])].flatMap((each) => {
      const world = worlds.get(each);
      if (world === undefined) throw new Error(`There is no key of the tier ${each}.`);
      return call.root === 'query'
        ? queriesOf(call, world, depths, known)
        : mutationsOf(call, world);
    });
  });
}

function tierOf({ field }: RootField): Tier {
  return accessOf(field).tier ?? 'FREE';
}

/** The highest tier that one of its steps needs. */
function tierOfSequence(name: string): Tier {
  const needed = sequenceOf(name).map(
    ({ mutation }) => LEAST_TIERS[mutation] ?? tierOf(mutationNamed(mutation)),
  );
  return TIERS.findLast((tier) => needed.includes(tier)) ?? 'FREE';
}

export function mutationNamed(name: string): RootField {
  const found = ROOT_FIELDS.find((each) => each.name === name && each.root === 'mutation');
  if (found === undefined) throw new Error(`There is no mutation ${name}.`);
  return found;
}

/** A body that is known comes once: a selection may have nothing deeper, and be the largest below the cost of each tier. */
function queriesOf(
  call: RootField,
  world: LargeWorld,
  depths: readonly number[],
  known: Set<string>,
): WorstRequest[] {
  const named = getNamedType(call.field.type);
  const { name: operation } = call;
  const types = isInterfaceType(named) ? nodeTypesOf(world.tier) : [undefined];
  const shapes = types.flatMap((type) =>
    depths.flatMap((depth) => {
      const selection = selectionFor(call.field.type, type, depth, world.tier);
      const args = queryArguments(call, world, type);
      const largest = largestDocument(call, world, args, selection);
      const label = [type, `depth ${depth}`].filter(Boolean).join(', ');
      return largest === undefined ? [] : [{ shape: `${label}, ${largest.label}`, ...largest }];
    }),
  );
  const texts = withLongTexts(call);
  if (texts !== undefined) {
    const args = { ...queryArguments(call, world, undefined), ...texts };
    const selection = selectionFor(call.field.type, undefined, 1, world.tier);
    const largest = largestDocument(call, world, args, selection);
    if (largest !== undefined) shapes.push({ shape: `long texts, ${largest.label}`, ...largest });
  }
  return shapes.flatMap(({ shape, body }) => {
    if (known.has(body)) return [];
    known.add(body);
    const steps = [{ target: world, body: () => body, made: () => [], mayBeRefused: false }];
    return [{ operation, tier: world.tier, shape, steps }];
  });
}

/** Types whose objects a key of the tier may ask for by `node`. */
function nodeTypesOf(tier: Tier): readonly string[] {
  return NODE_TYPES.filter((type) =>
    includesTier(tier, requirementOfType(schema, type).tier ?? 'FREE'),
  );
}

function selectionFor(
  type: GraphQLOutputType,
  as: string | undefined,
  depth: number,
  tier: Tier,
): string {
  const concrete = as === undefined ? undefined : schema.getType(as);
  return isObjectType(concrete)
    ? `{ ... on ${concrete.name} ${selectionOf(concrete, depth, true, tier)} }`
    : selectionOf(type, depth, true, tier);
}

function queryArguments(call: RootField, world: LargeWorld, type: string | undefined): JsonObject {
  const args = argumentsOf(call, world.holdings);
  const named = PLACES.find(
    ({ root, name, path }) =>
      root === call.root && name === call.name && /^ids?$/.test(path.filter(isName).join('.')),
  );
  if (named === undefined) return args;
  const of = type ?? named.type;
  return named.path[0] === 'ids'
    ? { ...args, ids: world.idsOf(of) }
    : { id: heldIn(world.holdings, of).id };
}

function isName(step: string | number): step is string {
  return typeof step === 'string';
}

function withLongTexts({ field }: RootField): JsonObject | undefined {
  const named = field.args.flatMap((argument): [string, Json][] => {
    const type = getNamedType(argument.type);
    if (argument.name === 'query') return [['query', LONG_QUERY]];
    const hasText = 'getFields' in type && 'text' in type.getFields();
    return hasText ? [[argument.name, { text: LONG_TEXT }]] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** The largest page that the cost allows, then as many copies of the field. */
function largestDocument(
  call: RootField,
  world: LargeWorld,
  args: JsonObject,
  selection: string,
): { readonly body: string; readonly label: string } | undefined {
  const isPaged = call.field.args.some(({ name }) => name === 'first');
  const withPage = (first: number): JsonObject => (isPaged ? { ...args, first } : args);
  const fits = (given: JsonObject, copies: number): boolean => {
    const query = documentWith(call, given, selection, copies);
    return isWithinLimits(query) && costOf(query, given) <= maxCostOf(world.tier);
  };
  const isListed = Array.isArray(args['ids']);
  // As many as a call has at least: a comparison has two.
  const least = lengthOf(argumentsOf(call, world.holdings)['ids']);
  let page = isPaged ? 100 : isListed ? lengthOf(args['ids']) : 1;
  const argsAt = (size: number): JsonObject =>
    isListed
      ? { ...args, ids: Array.isArray(args['ids']) ? args['ids'].slice(0, size) : [] }
      : withPage(size);
  while (page >= least && !fits(argsAt(page), 1)) page -= page > 10 ? 5 : 1;
  if (page < least) return undefined;
  let copies = 1;
  while (copies < 45 && fits(argsAt(page), copies + 1)) copies += 1;
  const variables = argsAt(page);
  const query = documentWith(call, variables, selection, copies);
  const label = [page > 1 ? `page of ${page}` : '', copies > 1 ? `${copies} times` : '']
    .filter(Boolean)
    .join(', ');
  return { body: JSON.stringify({ query, variables }), label };
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 1;
}

function documentWith(
  { root, name, field }: RootField,
  args: JsonObject,
  selection: string,
  copies: number,
): string {
  const used = field.args.filter((argument) => argument.name in args);
  const declared = used.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const head = declared === '' ? root : `${root} (${declared})`;
  const call = `${name}${passed === '' ? '' : `(${passed})`}`;
  const fields = Array.from(
    { length: copies },
    (_each, at) => `a${at}: ${call} ${selection === '' ? '' : '{ ...S }'}`,
  );
  const type = getNamedType(field.type).name;
  const fragment = selection === '' ? '' : `fragment S on ${type} ${selection}`;
  return `${head} { ${fields.join(' ')} } ${fragment}`;
}

function costOf(query: string, variables: JsonObject): number {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('No operation.');
  return costFunctionOf(schema, document, operation)(variables);
}

/** A document that is refused before it runs is not the worst legal one. */
function isWithinLimits(query: string): boolean {
  try {
    assertTokenLimits(query);
    assertDocumentLimits(parse(query));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** One for each way in which its input can be large. */
export function mutationsOf(call: RootField, world: LargeWorld): WorstRequest[] {
  const { name: operation } = call;
  const ways = Object.entries(WAYS[operation] ?? { 'largest input': () => ({}) });
  return ways.map(([shape, way]) => ({
    operation,
    tier: world.tier,
    shape,
    steps: sequenceOf(operation).map(({ mutation, input, afterMs }, place, parts): Step => {
      const step = mutationNamed(mutation);
      const isMain = mutation === operation;
      const by = operation === TAKES_FROM_ANOTHER && !isMain ? world.giver : world;
      let listItems: number | undefined;
      return {
        target: mutation === 'resetSandbox' ? world.sandbox : by,
        body: (made) => {
          const holdings = new Map([...by.holdings, ...made]);
          const party = { ...by, holdings };
          listItems ??= mostListItems(step, party);
          const fields = isMain ? way(party) : firstWayOf(mutation)?.(party);
          return mutationBody(step, { party, listItems }, { ...fields, ...input });
        },
        made: (answer) => madeBy(step, answer),
        mayBeRefused: parts.slice(0, place).some((part) => part.mutation === operation),
        ...(afterMs === undefined ? {} : { afterMs }),
      };
    }),
  }));
}

function firstWayOf(mutation: string): ((party: Party) => JsonObject) | undefined {
  return Object.values(WAYS[mutation] ?? {})[0];
}

/** A body that is too large is refused unread. */
function mostListItems(call: RootField, party: Party): number {
  let listItems: number = REQUEST_LIMITS.inputListItems;
  while (Buffer.byteLength(mutationBody(call, { party, listItems })) > REQUEST_LIMITS.bodyBytes) {
    if (listItems === 0)
      throw new Error(`The input of ${call.name} is too large without its lists.`);
    listItems = Math.floor(listItems * 0.9);
  }
  return listItems;
}

/** With other values than the largest of some fields; null leaves a field out. */
function mutationBody(
  call: RootField,
  given: { readonly party: Party; readonly listItems: number },
  others: JsonObject = {},
): string {
  const [argument] = call.field.args;
  const base = argumentsOf(call, given.party.holdings);
  // Those of the fixtures exclude what the largest input has.
  const { factorId: _, parentId: __, predecessorId: ___, ...named } = Object(base['input']);
  const largest = argument === undefined ? {} : Object(largestValue(argument.type, given));
  const ids = Object.entries(named).filter(([name]) => isId(argument, name));
  const whole: JsonObject = { ...named, ...largest, ...Object.fromEntries(ids), ...others };
  const input: JsonObject = Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== null),
  );
  const depth = isNonNullType(call.field.type) ? 1 : 2;
  const selection = selectionOf(call.field.type, depth, true, given.party.tier);
  const args: JsonObject = argument === undefined ? {} : { input };
  const made = entitiesOf(call).map(({ name }) => `made_${name}: ${name} { id }`);
  return JSON.stringify({
    query: documentWith(call, args, ['{', ...made, selection.slice(2)].join(' '), 1),
    variables: args,
  });
}

function isId(argument: GraphQLArgument | undefined, field: string): boolean {
  const input = argument && getNamedType(argument.type);
  const type = isInputObjectType(input) ? input.getFields()[field]?.type : undefined;
  return type !== undefined && getNullableType(type) === GraphQLID;
}

/** The fields of the payload with the objects that a mutation is about. */
function entitiesOf({ field }: RootField): readonly GraphQLField<unknown, unknown>[] {
  const payload = getNamedType(field.type);
  return Object.values(isObjectType(payload) ? payload.getFields() : {}).filter(({ type }) => {
    const named = getNamedType(type);
    return !isListType(getNullableType(type)) && isObjectType(named) && 'id' in named.getFields();
  });
}

/** The objects of a mutation, by their types, and the token that an offer gives, by its name. */
function madeBy(call: RootField, answer: string): (readonly [string, Held])[] {
  const entities = entitiesOf(call);
  const made = entities.flatMap(({ name, type }): (readonly [string, Held])[] => {
    const id = new RegExp(`"made_${name}":\\{"id":"(\\w+)"\\}`).exec(answer)?.[1];
    return id === undefined ? [] : [[getNamedType(type).name, { id }]];
  });
  if (entities.length > 0 && made.length === 0)
    throw new Error(`The answer of ${call.name} has no object: ${answer.slice(0, 500)}`);
  const token = /"token":"([\w-]+)"/.exec(answer)?.[1];
  return token === undefined ? made : [...made, ['token', { id: token }]];
}
