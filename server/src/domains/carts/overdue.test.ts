import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { stoppedClock } from '../../platform/clock.ts';
import { inTransaction, openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { abandonOverdueCarts } from './overdue.ts';
import { carts, insertCart } from './store.ts';

const { db, url, inspect } = await testDatabase();
const DAY_MS = 86_400_000;

function tenant(): Scope {
  return { organizationId: newUuid(), environment: 'LIVE' };
}

/** A cart that is open until then. */
async function cartUntil(scope: Scope, expiresAt: Date): Promise<string> {
  const id = newUuid();
  const draft = {
    externalId: null,
    metadata: {},
    customerId: null,
    currency: 'EUR',
    isMock: false,
    expiresAt,
  };
  await inTransaction({ db, scope }, (work) => insertCart(work, id, draft));
  return id;
}

type EventRow = { readonly organization: string; readonly type: string; readonly data: unknown };

function eventsOf(scopes: readonly Scope[]): Promise<EventRow[]> {
  return inspect<EventRow>(
    `select organization_id as organization, type, data from events
      where organization_id = any($1) order by data ->> 'cartId'`,
    [scopes.map(({ organizationId }) => organizationId)],
  );
}

test('when the time of carts is over, each is abandoned with one event, however many workers look', async () => {
  const clock = stoppedClock(new Date());
  const tomorrow = new Date(clock.now().getTime() + DAY_MS);
  const scopes = [tenant(), tenant()];
  const ids = new Map<Scope, string[]>();
  for (const scope of scopes)
    ids.set(scope, await Promise.all(Array.from({ length: 9 }, () => cartUntil(scope, tomorrow))));
  const [first = tenant()] = scopes;
  const later = await cartUntil(first, new Date(tomorrow.getTime() + DAY_MS));

  assert.equal(await abandonOverdueCarts(db, clock.now()), 0);
  clock.advance(DAY_MS);
  const look = () => abandonOverdueCarts(db, clock.now(), undefined, 4);
  const counts = await Promise.all([look(), look(), look()]);
  const missed = await look();
  assert.equal(
    counts.reduce((sum, count) => sum + count, missed),
    18,
  );
  assert.equal(await look(), 0);

  for (const scope of scopes) {
    const found = await carts.find({ db, scope }, ids.get(scope) ?? []);
    assert.deepEqual(
      new Set(found.map(({ state, version }) => `${state} ${version}`)),
      new Set(['ABANDONED 2']),
    );
  }
  const [open] = await carts.find({ db, scope: first }, [later]);
  assert.deepEqual([open?.state, open?.version], ['OPEN', 1]);

  const wanted = [...ids].flatMap(([{ organizationId }, carts]) =>
    carts.map((id) => ({
      organization: organizationId,
      type: 'cart.abandoned',
      data: {
        cartId: encodeId('shoppingCart', id),
        orderId: null,
        externalId: null,
        total: { amount: '0.00', currencyCode: 'EUR' },
        version: 2,
        state: 'ABANDONED',
      },
    })),
  );
  const byCart = wanted.toSorted((a, b) => (a.data.cartId < b.data.cartId ? -1 : 1));
  assert.deepEqual(await eventsOf(scopes), byCart);
});

test('a cart that someone is writing to is left to them', async () => {
  const scope = tenant();
  const now = new Date();
  const id = await cartUntil(scope, now);
  await db.transaction().execute(async (tx) => {
    await carts.lock({ db: tx, scope }, { by: 'id', value: id });
    assert.equal(await abandonOverdueCarts(db, now), 0);
  });
  assert.equal(await abandonOverdueCarts(db, now), 1);
  assert.equal((await eventsOf([scope])).length, 1);
});

test('the carts of many tenants are abandoned by as many statements as those of one', async () => {
  const statements: string[] = [];
  const watched = await openDatabase({ url, onStatement: (text) => statements.push(text) });
  after(() => watched.destroy());
  const scopes = Array.from({ length: 20 }, tenant);
  const now = new Date();
  const sentFor = async (owners: readonly Scope[]) => {
    await Promise.all(owners.map((scope) => cartUntil(scope, now)));
    statements.length = 0;
    assert.equal(await abandonOverdueCarts(watched, now), owners.length);
    return statements.length;
  };
  const one = scopes.slice(0, 1);
  // The first time, the connection does not know the statements.
  await sentFor(one);
  assert.equal(await sentFor(scopes), await sentFor(one));
  const found = (await eventsOf(scopes)).map(({ organization }) => organization);
  const expected = [...scopes, ...one, ...one].map(({ organizationId }) => organizationId);
  assert.deepEqual(found.toSorted(), expected.toSorted());
});
