import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import {
  type Answer,
  at,
  type Client,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
} from '../client.ts';
import { GENERIC } from '../passports/desk.ts';
import { argumentsAt, argumentsOf, documentOf, selectionOf } from '../schema/calls.ts';
import { furnish, HELD_TYPES, type Held } from '../schema/holdings.ts';
import { INPUTS, type Input, PLACES, ROOT_FIELDS, type RootField } from '../schema/places.ts';
import { service, type World, world } from '../world.ts';
import { type Draw, generator, oneOf } from './draw.ts';
import { Visitors } from './visitors.ts';

/**
 * Some clients of one tenant call mutations at random, with arguments at random, on what others of them made, changed
 * and deleted a moment ago; a part of the requests is sent twice at once, as by a client that got no answer. Whatever
 * they do, the answers must fit together in the end.
 */
export type Walk = {
  readonly world: World;
  /** Number of answers by mutation and code; `OK` is that of an answer without errors. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly faults: readonly Fault[];
  /** Ids of what mutations answered with. */
  readonly answered: ReadonlySet<string>;
  /** Number of answers that visitors got, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Ids of all events, in the order in which a client saw them that followed the feed meanwhile. */
  readonly followed: readonly string[];
};

export type Fault = {
  readonly mutation: string;
  readonly args: JsonObject;
  readonly said: string;
};

type Wishes = {
  readonly calls: number;
  readonly clients: number;
  readonly seed: number;
  /** So often everything is deleted meanwhile: the walk is in the sandbox then. */
  readonly resets?: number;
  /** The client to call with, in place of that of the world itself. */
  readonly through?: (here: World) => Client;
};

/** These come apart from the others, or leave nobody. */
const LEFT_OUT: ReadonlySet<string> = new Set(['resetSandbox', 'removeMember']);
/** A client stays with one of these for a while: few things have many steps then, rather than many things one. */
const THEMES = [
  /Product$|SupplyChain|Scenario|calculate/,
  /Order|Cart|Transaction|Contribution|Customer|createProduct/,
  /Dpp|Epcis|createProduct/,
  /Asset|Brand|Webhook|createProduct|calculateProduct/,
  /./,
];
const CALLS_OF_THEME = 60;
const RECENT_THINGS = 2;
/** Weights: beginnings and ends of things come less often than the steps between. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^(delete|archive|revoke|cancel|abandon|withdraw)/, 1],
  [/^(create|generate|import)/, 2],
  [/./, 6],
];
const MUTATIONS = ROOT_FIELDS.filter(
  ({ root, name }) => root === 'mutation' && !LEFT_OUT.has(name),
).flatMap((call) =>
  Array.from({ length: WEIGHTS.find(([names]) => names.test(call.name))?.[1] ?? 1 }, () => call),
);
const QUERIES = ROOT_FIELDS.filter(({ root }) => root === 'query');
const INPUTS_BY_FIELD = Map.groupBy(INPUTS, ({ root, name }) => `${root} ${name}`);

const VALUES: Readonly<Record<string, readonly Json[]>> = {
  Boolean: [true, false],
  Int: [0, 1, 2, 3, 12],
  Float: [0, 0.1, 0.5, 1, 2.5, 120],
  Decimal: ['0', '0.01', '1.00', '9.99', '100.00'],
  String: ['one', 'Two words', 'kg', 'cotton fibre', 'https://example.com/a'],
  CountryCode: ['DE', 'CN', 'PT', 'BR'],
  CurrencyCode: ['EUR', 'JPY', 'BHD'],
  Date: ['2024-02-29', '2026-11-26'],
  DateTime: ['2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z'],
  URL: ['https://example.com/'],
  JSON: [{}, { a: [1, null, 'x'] }],
};
const EXTERNAL_IDS = 20;
const IDEMPOTENT_SHARE = 0.3;
const TWICE_SHARE = 0.3;
const ODD_SHARE = 0.7;
const QUERY_SHARE = 0.2;
const POLL_MS = 50;

export async function walk(wishes: Wishes): Promise<Walk> {
  const { calls, clients, seed, resets = 0, through = (here) => here } = wishes;
  const environment = resets > 0 ? 'SANDBOX' : 'LIVE';
  const here = await world({ tier: 'ENTERPRISE', environment });
  const { send } = through(here);
  const draw = generator(seed);
  const known = new Map<string, Held[]>();
  const first = await furnish(here, 'first', undefined, HELD_TYPES);
  for (const [type, held] of first) known.set(type, [held]);
  const outcomes = new Map<string, number>();
  const faults: Fault[] = [];
  const answered = new Set<string>();
  const visitors = new Visitors();
  let left = calls;
  const client = async () => {
    let calls = MUTATIONS;
    for (let round = 0; left > 0; round += 1) {
      left -= 1;
      if (round % CALLS_OF_THEME === 0) {
        const theme = oneOf(draw, THEMES);
        calls = MUTATIONS.filter(({ name }) => theme.test(name));
      }
      const isQuery = draw() < QUERY_SHARE;
      const { call, args } = anyCall(draw, isQuery ? QUERIES : calls, known);
      const document = isQuery
        ? documentOf(call, args, selectionOf(call.field.type, 2, true))
        : documentOf(call, args);
      const isTwice = at(args, 'input', 'idempotencyKey') !== undefined && draw() < TWICE_SHARE;
      const answers = await Promise.all(
        Array.from({ length: isTwice ? 2 : 1 }, () => send(document, args)),
      );
      for (const answer of answers) {
        collect(answer.data ?? null, known);
        visitors.hearOf(answer.data ?? null);
        const codes = codesOf(answer);
        const outcome = `${call.name} ${codes[0] ?? 'OK'}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        const fault = faultOf(call, answer);
        if (fault !== undefined) faults.push({ mutation: call.name, args, said: fault });
      }
      // A refusal is not kept: the second of two may find what the first one missed.
      const done = answers.filter(({ errors }) => errors.length === 0);
      if (call.root === 'mutation')
        for (const id of done.flatMap((answer) => idsIn(call, answer)))
          if (typeof id === 'string') answered.add(id);
      const [one, two] = done.map((answer) => JSON.stringify(idsIn(call, answer)));
      if (two !== undefined && one !== two)
        faults.push({ mutation: call.name, args, said: `Twice: ${one} and ${two}.` });
    }
  };
  let isOver = false;
  const following = follow(send, () => isOver);
  const visiting = visitors.walk(service.url, draw, () => isOver);
  const resetting = async () => {
    for (let reset = 1; reset <= resets; reset += 1) {
      while (left > calls * (1 - reset / (resets + 1))) await sleep(POLL_MS);
      dataOf(await here.send('mutation { resetSandbox { isReset } }'));
    }
  };
  try {
    await Promise.all([resetting(), ...Array.from({ length: clients }, client)]);
    await untilNothingRuns(here);
  } finally {
    isOver = true;
  }
  await visiting;
  return {
    world: here,
    outcomes,
    faults: [...faults, ...visitors.faults],
    answered,
    statuses: visitors.statuses,
    followed: await following,
  };
}

/** Properties of new things that most of the other mutations need. */
const USEFUL: Readonly<Record<string, JsonObject>> = {
  createProduct: {
    components: [{ material: 'cotton fibre', massKg: 0.2 }],
    price: { amount: '9.99', currencyCode: 'EUR' },
    netMassKg: 0.2,
  },
  generateDpp: GENERIC,
  recordTransaction: { amount: { amount: '1.00', currencyCode: 'EUR' } },
};

function anyCall(
  draw: Draw,
  calls: readonly RootField[],
  known: ReadonlyMap<string, readonly Held[]>,
) {
  const call = oneOf(draw, calls);
  const holdings = new Map(
    [...known].map(([type, all]): [string, Held] => [type, oneOf(draw, all.slice(-RECENT_THINGS))]),
  );
  const inputs = (INPUTS_BY_FIELD.get(`${call.root} ${call.name}`) ?? []).filter(isDrawn);
  const input = inputs.length > 0 && draw() < ODD_SHARE ? oneOf(draw, inputs) : undefined;
  const args =
    input === undefined
      ? argumentsOf(call, holdings)
      : argumentsAt(input, holdings, anyValue(draw, input, known));
  const useful = USEFUL[call.name];
  const full =
    useful === undefined ? args : { ...args, input: { ...useful, ...asObject(args['input']) } };
  return { call, args: withKeys(draw, call, full) };
}

function isDrawn({ path, element }: Input): boolean {
  const named = getNamedType(element.type);
  const name = path.findLast((step) => typeof step === 'string');
  return (
    !isInputObjectType(named) &&
    !/^(data|content|logo|png|svg|idempotencyKey|isDryRun|dryRun)$/.test(name ?? '')
  );
}

function anyValue(
  draw: Draw,
  { root, name, path, element }: Input,
  known: ReadonlyMap<string, readonly Held[]>,
): Json {
  const place = PLACES.find(
    (each) => each.root === root && each.name === name && each.path.join() === path.join(),
  );
  if (place !== undefined) {
    const held = known.get(place.type) ?? [];
    if (place.by === 'id') return oneOf(draw, held).id;
    return oneOf(draw, held).externalId ?? externalId(draw);
  }
  if (/externalId$/i.test(String(path.at(-1)))) return externalId(draw);
  const named = getNamedType(element.type);
  if (isEnumType(named)) return oneOf(draw, named.getValues()).name;
  return oneOf(draw, VALUES[named.name] ?? ['x']);
}

function externalId(draw: Draw): string {
  return `walk-${Math.floor(draw() * EXTERNAL_IDS)}`;
}

/** The arguments with a key that makes a repetition safe, at times. */
function withKeys(draw: Draw, { root, name }: RootField, args: JsonObject): JsonObject {
  const input = args['input'];
  const takesKey = INPUTS_BY_FIELD.get(`${root} ${name}`)?.some(
    ({ path }) => path.join('.') === 'input.idempotencyKey',
  );
  if (!takesKey || draw() > IDEMPOTENT_SHARE) return args;
  return { ...args, input: { ...asObject(input), idempotencyKey: randomUUID() } };
}

function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Adds everything that an answer names. */
function collect(value: Json, known: Map<string, Held[]>): void {
  if (typeof value !== 'object' || value === null) return;
  const type = at(value, '__typename');
  const id = at(value, 'id');
  // The clients keep the key that they call with.
  const isCaller = known.get('Caller')?.some((caller) => caller.id === id);
  if (typeof type === 'string' && typeof id === 'string' && known.has(type) && !isCaller) {
    const all = known.get(type) ?? [];
    const ownId = at(value, 'externalId');
    const held = typeof ownId === 'string' ? { id, externalId: ownId } : { id };
    if (!all.some((each) => each.id === id)) all.push(held);
  }
  for (const inner of Object.values(value)) collect(inner, known);
}

const FAULTS = /^(INTERNAL_ERROR|TIMEOUT|UNAVAILABLE)$/;

function faultOf({ root }: RootField, answer: Answer): string | undefined {
  const fault = answer.errors.find(
    ({ extensions, path = [] }) =>
      FAULTS.test(extensions.code) ||
      // An object that a mutation answers with can be read by everybody who may call it.
      (root === 'mutation' && path.length > 1),
  );
  return fault && `${fault.extensions.code} at ${fault.path?.join('.')}: ${fault.message}`;
}

/** Ids of the objects that an answer is about: those of two answers to one request are the same. */
function idsIn(call: RootField, answer: Answer): readonly Json[] {
  const payload = asObject(at(answer.data ?? undefined, call.name));
  return Object.values(payload).map((value) => at(value, 'id') ?? null);
}

const EVENTS =
  'query ($after: String) { events(first: 9, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }';

async function follow(send: Client['send'], isOver: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  let after: Json = null;
  for (;;) {
    const wasOver = isOver();
    const page = at(dataOf(await send(EVENTS, { after })), 'events');
    const nodes = at(page, 'nodes');
    if (Array.isArray(nodes)) ids.push(...nodes.map((node: Json) => String(at(node, 'id'))));
    after = at(page, 'pageInfo', 'endCursor') ?? after;
    if (at(page, 'pageInfo', 'hasNextPage') === false && wasOver) return ids;
  }
}

const RUNNING = `{
  bulkJobs(last: 100) { nodes { state } } dppJobs(last: 100) { nodes { state } }
  assetBatches(last: 100) { nodes { state } } scenarios(last: 100) { nodes { state } } }`;

async function untilNothingRuns({ send }: World): Promise<void> {
  for (;;) {
    const text = JSON.stringify(dataOf(await send(RUNNING)));
    if (!/"(QUEUED|RUNNING)"/.test(text)) return;
    await sleep(POLL_MS);
  }
}
