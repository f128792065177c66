import { sql } from 'kysely';
import { REQUEST_LIMITS } from '../../../server/src/http/limits/request-limits.ts';
import { findEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { type Db, openDatabase } from '../../../server/src/platform/database/index.ts';
import { decodeId, encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { PERMISSIONS } from '../../../server/src/rules/access/permissions.ts';
import type { Tier } from '../../../server/src/rules/access/tiers.ts';
import { type Client, clientOf, type JsonObject, textAt } from '../../http/client.ts';
import { typesNamedBy } from '../../http/schema/calls.ts';
import {
  furnish,
  type Holdings,
  heldIn,
  holdCatalogue,
  holdScenario,
} from '../../http/schema/holdings.ts';
import { ROOT_FIELDS } from '../../http/schema/places.ts';
import { runCli } from '../../server-process.ts';
import { CALCULATED_LINES, largestLines, largestValue } from './largest-inputs.ts';
import type { Target } from './send.ts';
import { sequenceOf } from './sequences.ts';

/** An organization that sends the largest inputs. */
export type Party = {
  readonly tier: Tier;
  readonly organization: string;
  readonly client: Client;
  readonly endpoint: string;
  readonly key: string;
  readonly holdings: Holdings;
  /** As many ids of a type as there are, at most 100. */
  readonly idsOf: (type: string) => readonly string[];
  /** A number that no other call returns. */
  readonly next: () => number;
  /** Ids of members, to be removed one by one. */
  readonly members: string[];
};

/** An organization with the largest objects that are legal, and as many of them as a page shows. */
export type LargeWorld = Party & {
  /** Its sandbox, which has the mock data. */
  readonly sandbox: Target;
  /** An organization from which it takes passports. */
  readonly giver: Party;
};

/** The organization gets the tier, so that its limit of requests is that of keys of this tier. */
export function enterTier(place: Place, { organization, tier }: LargeWorld): Promise<string> {
  return cliOf(place, 'organizations', 'set', organization, '--tier', tier);
}

/** Close to the 1,000 that an organization may have, invitations included. */
const MEMBERS = 900;
/** As many as can be compared. */
const SCENARIOS = 10;

type Place = { readonly url: string; readonly dataFolder: string };

async function cliOf({ dataFolder }: Place, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(words, { TRACKWAY_DATA: dataFolder });
  if (code !== 0) throw new Error(`trackway ${words.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}

export async function createOrganization(place: Place, name: string): Promise<void> {
  await cliOf(place, 'organizations', 'create', '--name', name, '--tier', 'ENTERPRISE');
  await cliOf(place, 'organizations', 'set', name, '--requests-per-minute', '999999999');
}

export function createKey(
  place: Place,
  organization: string,
  tier: Tier,
  environment = 'live',
): Promise<string> {
  const of = ['--organization', organization, '--environment', environment, '--tier', tier];
  const permissions = ['--permissions', PERMISSIONS.join()];
  return cliOf(place, 'keys', 'create', ...of, ...permissions, '--name', `${tier} key`);
}

/** One world for each tier: the same organization, by another key. */
export async function createLargeWorlds(
  place: Place,
  copies: number,
  operations?: readonly string[],
): Promise<ReadonlyMap<Tier, LargeWorld>> {
  // Short enough for a line of the smallest asset.
  const name = `Large ${newUuid().slice(-12)}`;
  await createOrganization(place, name);
  const endpoint = `${place.url}/graphql`;
  const [FREE, GROWTH, ENTERPRISE, sandboxKey] = await Promise.all([
    createKey(place, name, 'FREE'),
    createKey(place, name, 'GROWTH'),
    createKey(place, name, 'ENTERPRISE'),
    createKey(place, name, 'FREE', 'sandbox'),
  ]);
  const keys = { FREE, GROWTH, ENTERPRISE };
  const client = clientOf(endpoint, keys.ENTERPRISE);
  const types = operations && typesFor(operations);
  const holdings = new Map(
    await withDatabaseOf(place, (db) => furnish(client, 'large', db, types)),
  );
  if (operations === undefined) await holdCatalogue(client);
  const members = await joinMembers(place, client);
  let numbers = 0;
  const next = () => (numbers += 1);
  const many = new Map<string, readonly string[]>();
  const sandbox = { endpoint: `${place.url}/sandbox/graphql`, key: sandboxKey };
  const giver = await createGiver(place, `${name} giver`, next);
  const worldOf = (tier: Tier): LargeWorld => ({
    ...partyOf(place, { organization: name, tier, key: keys[tier], holdings, many, next, members }),
    sandbox,
    giver,
  });
  const world = worldOf('ENTERPRISE');
  const make = async (mutation: string, type: string, count: number, input: JsonObject = {}) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await created(world, mutation, input));
    many.set(type, ids);
    const [id] = ids;
    if (id !== undefined) holdings.set(type, { id });
  };
  await make('createProduct', 'Product', copies);
  await make('createSupplyChain', 'SupplyChain', Math.ceil(copies / 10));
  await make('createShoppingCart', 'ShoppingCart', Math.ceil(copies / 10));
  await make('createOrder', 'Order', Math.ceil(copies / 10));
  const calculate = 'calculateProductFootprint';
  const productId = heldIn(holdings, 'Product').id;
  await make(calculate, 'Calculation', 1, { productId, monteCarlo: null });
  const calculation = heldIn(holdings, 'Calculation').id;
  many.set('Calculation', await copiesOf(place, calculation, copies));
  const lines = largestLines(world, CALCULATED_LINES);
  const cartId = await created(world, 'createShoppingCart', { lines });
  const ofCart = await created(world, 'calculateCartFootprint', { cartId, monteCarlo: null });
  holdings.set('Calculation', { id: ofCart });
  if (holdings.has('Scenario')) {
    await make('createScenario', 'Scenario', 1, { monteCarlo: null });
    const { id } = await holdScenario(client, holdings);
    many.set('Scenario', await copiesOfScenario(place, id, SCENARIOS));
  }
  return new Map((['FREE', 'GROWTH', 'ENTERPRISE'] as const).map((tier) => [tier, worldOf(tier)]));
}

type Members = Pick<Party, 'organization' | 'tier' | 'key' | 'holdings' | 'next' | 'members'> & {
  /** The large things of a type, by type. */
  readonly many: ReadonlyMap<string, readonly string[]>;
};

function partyOf({ url }: Place, { many, ...members }: Members): Party {
  const endpoint = `${url}/graphql`;
  const idsOf = (type: string) => many.get(type) ?? [heldIn(members.holdings, type).id];
  return {
    ...members,
    endpoint,
    client: clientOf(endpoint, members.key),
    idsOf,
  };
}

/** An organization with one product and its passport. */
async function createGiver(place: Place, name: string, next: () => number): Promise<Party> {
  await createOrganization(place, name);
  const [organization, tier] = [name, 'ENTERPRISE'] as const;
  const key = await createKey(place, organization, tier);
  const client = clientOf(`${place.url}/graphql`, key);
  const holdings = await withDatabaseOf(place, (db) => furnish(client, 'giver', db, ['DPP']));
  return partyOf(place, { organization, tier, key, holdings, many: new Map(), next, members: [] });
}

/** Types of the things that the largest requests of some operations name. */
function typesFor(operations: readonly string[]): readonly string[] {
  const sent = operations.flatMap((name) => [
    name,
    ...sequenceOf(name).map((part) => part.mutation),
  ]);
  const named = ROOT_FIELDS.filter(({ name }) => sent.includes(name)).flatMap(typesNamedBy);
  return [...new Set([...named, 'Product', 'Customer'])];
}

async function created(party: Party, mutation: string, input: JsonObject): Promise<string> {
  const call = ROOT_FIELDS.find(({ name }) => name === mutation);
  const type = call?.field.args[0]?.type;
  if (type === undefined) throw new Error(`There is no mutation ${mutation}.`);
  const largest = largestValue(type, { party, listItems: REQUEST_LIMITS.inputListItems });
  const entity = mutation.startsWith('calculate')
    ? 'calculation'
    : mutation.charAt(6).toLowerCase() + mutation.slice(7);
  const document = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${entity} { id } } }`;
  const answer = await party.client.send(document, { input: { ...Object(largest), ...input } });
  return textAt(answer, mutation, entity, 'id');
}

/** Members whose people have joined in the database: it takes the service seconds to join a few. */
async function joinMembers(place: Place, client: Client): Promise<string[]> {
  const answer = await client.send('{ me { organization { id } } }');
  const organization = decodeId('organization', textAt(answer, 'me', 'organization', 'id'));
  const ids = Array.from({ length: MEMBERS }, () => newUuid());
  await withDatabaseOf(place, (db) =>
    sql`with people as (
        insert into users (id, name, email, two_factor_enabled)
        select id, 'Member', id || '@example.com', false from unnest(${ids}::uuid[]) as people (id)
      )
      insert into members (organization_id, id, user_id, role, created_at)
      select ${organization}::uuid, id, id, 'VIEWER', now() from unnest(${ids}::uuid[]) as people (id)`.execute(
      db,
    ),
  );
  return ids.map((id) => encodeId('member', id));
}

/**
 * Copies a calculation in the database: it takes the service seconds to calculate one. The copies can be announced to
 * partners, as one from cradle to gate that is hardly smaller.
 */
async function copiesOf(place: Place, id: string, count: number): Promise<readonly string[]> {
  const change = { footprint_basis: 'FULL_CRADLE_TO_GATE' };
  const copies = await withDatabaseOf(place, (db) =>
    copied(
      db,
      'calculations',
      decodeId('calculation', id),
      Array.from({ length: count }, () => change),
    ),
  );
  return copies.map((copy) => encodeId('calculation', copy));
}

/** Copies a scenario with its outcome. */
async function copiesOfScenario(
  place: Place,
  id: string,
  count: number,
): Promise<readonly string[]> {
  const scenario = decodeId('scenario', id) ?? '';
  const copies = await withDatabaseOf(place, async (db) => {
    const query = sql<{
      outcome_id: string;
    }>`select outcome_id from scenarios where id = ${scenario}`;
    const outcome = (await query.execute(db)).rows[0]?.outcome_id;
    const outcomes = await copied(
      db,
      'calculations',
      outcome,
      Array.from({ length: count }, () => ({})),
    );
    const changes = outcomes.map((outcomeId) => ({ external_id: null, outcome_id: outcomeId }));
    return copied(db, 'scenarios', scenario, changes);
  });
  return copies.map((copy) => encodeId('scenario', copy));
}

/** Ids of copies of a row, each with other values in some columns. */
async function copied(
  db: Db,
  table: string,
  id: string | undefined,
  changes: readonly JsonObject[],
): Promise<readonly string[]> {
  const rows = changes.map((change) => ({ ...change, id: newUuid() }));
  await sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(original, change)).*
    from ${sql.table(table)} original, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as change
    where original.id = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

async function withDatabaseOf<Result>(
  { dataFolder }: Place,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const url = await findEmbeddedPostgres(dataFolder);
  if (url === undefined) throw new Error('The service has no database.');
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
