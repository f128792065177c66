import assert from 'node:assert/strict';
import { mock } from 'node:test';
import pg from 'pg';
import { dataOf, type Json } from './client.ts';
import type { World } from './world.ts';

type Asker = Pick<World, 'send' | 'organization'>;
type Check = (data: Json) => void;

const TRIES = 5;
const MOST_TRIES = 40;

/**
 * Statements that a query sends about its organization: the fewest of several tries, because the work after a
 * change may still go on in the background. Other organizations of the service do not count.
 */
export async function statementsOf(
  asker: Asker,
  query: string,
  check: Check = () => {},
): Promise<number> {
  const counts: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1)
    counts.push(await countOnce(asker, query, check));
  return Math.min(...counts);
}

/**
 * Fails if a query sends more statements than of another organization. It is asked again for long: on a busy machine rows that two
 * fields need arrive apart, and are then read by two statements.
 */
export async function assertNoMoreStatements(
  asker: Asker,
  query: string,
  allowed: number,
  check: Check = () => {},
): Promise<void> {
  const counts = new Set<number>();
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const count = await countOnce(asker, query, check);
    if (count <= allowed) return;
    counts.add(count);
  }
  assert.fail(`${[...counts].join(' or ')} statements in place of ${allowed}`);
}

async function countOnce(
  { send, organization }: Asker,
  query: string,
  check: Check,
): Promise<number> {
  // The service runs in this process, and every statement of it goes through here.
  const sent = mock.method(pg.Client.prototype, 'query').mock;
  check(dataOf(await send(query)));
  const texts = sent.calls.map((call) => textOfValues(call.arguments[0]));
  sent.restore();
  return texts.filter((text) => text.includes(organization.id)).length;
}

function textOfValues(statement: unknown): string {
  const isObject = typeof statement === 'object' && statement !== null;
  return isObject ? JSON.stringify(Reflect.get(statement, 'values') ?? []) : '';
}
