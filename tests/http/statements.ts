import { mock } from 'node:test';
import pg from 'pg';
import { dataOf, type Json } from './client.ts';
import type { World } from './world.ts';

const TRIES = 5;

/**
 * Statements that a query sends about its organization: the fewest of several tries, because the work after a
 * change may still go on in the background. Other organizations of the service do not count.
 */
export async function statementsOf(
  { send, organization }: Pick<World, 'send' | 'organization'>,
  query: string,
  check: (data: Json) => void = () => {},
): Promise<number> {
  // The service runs in this process, and every statement of it goes through here.
  const sent = mock.method(pg.Client.prototype, 'query').mock;
  const counts: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    sent.resetCalls();
    check(dataOf(await send(query)));
    const texts = sent.calls.map((call) => textOfValues(call.arguments[0]));
    counts.push(texts.filter((text) => text.includes(organization.id)).length);
  }
  sent.restore();
  return Math.min(...counts);
}

function textOfValues(statement: unknown): string {
  const isObject = typeof statement === 'object' && statement !== null;
  return isObject ? JSON.stringify(Reflect.get(statement, 'values') ?? []) : '';
}
