import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, exchange, type JsonObject } from '../client.ts';
import { type World, world } from '../world.ts';

/** One mutation, with an input that would succeed for the key that it is tried with. */
export type Operation = {
  readonly field: string;
  readonly text: string;
  readonly input: () => Promise<JsonObject>;
  /** An input that differs and would succeed too. */
  readonly otherInput: () => Promise<JsonObject>;
  /** True if the input names an object that another organization cannot see. */
  readonly namesOwn: boolean;
};

type Strangers = { readonly reader: World; readonly outside: readonly World[] };

const STRANGERS = new WeakMap<World, Promise<Strangers>>();

/** Keys without access, made once per organization: a tier has a maximum number of keys. */
export function strangersTo(ours: World): Promise<Strangers> {
  return STRANGERS.getOrInsertComputed(ours, () => newStrangers(ours));
}

async function newStrangers({ organization }: World): Promise<Strangers> {
  return {
    reader: await world({ organization, permissions: ['ORDERS_READ', 'PRODUCTS_READ'] }),
    outside: [await world(), await world({ organization, environment: 'SANDBOX' })],
  };
}

/** Promises that every mutation keeps. */
export function holdsForEveryone(ours: World, operation: Operation): void {
  const { field, text, input, otherInput, namesOwn } = operation;

  test(`${field} refuses who has no key`, async () => {
    const answer = await exchange(ours.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: text, variables: { input: await input() } }),
    });
    assert.equal(answer.status, 401);
    assert.deepEqual(codesOf(answer), ['UNAUTHENTICATED']);
  });

  test(`${field} refuses a key without ORDERS_WRITE`, async () => {
    const { reader } = await strangersTo(ours);
    const answer = await reader.send(text, { input: await input() });
    assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
    assert.equal(at(answer.errors[0]?.extensions, 'requiredPermission'), 'ORDERS_WRITE');
  });

  test(`${field} does not see what another organization or environment has`, async () => {
    const { outside } = await strangersTo(ours);
    for (const stranger of outside) {
      const answer = await stranger.send(text, { input: await input() });
      const expected = namesOwn ? 'NOT_FOUND' : 'BAD_USER_INPUT';
      assert.deepEqual(codesOf(answer), [expected], JSON.stringify(answer.errors));
    }
  });

  test(`${field} answers a repeated idempotency key alike, and refuses it for anything else`, async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const wanted = await input();
    const first = dataOf(await ours.send(text, { input: wanted }, headers));
    const second = dataOf(await ours.send(text, { input: wanted }, headers));
    assert.deepEqual(second, first);
    const third = await ours.send(text, { input: await otherInput() }, headers);
    assert.deepEqual(codesOf(third), ['IDEMPOTENCY_KEY_REUSED']);
  });
}
