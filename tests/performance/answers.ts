import { deepEqual } from 'node:assert/strict';
import { decodeId } from '../../server/src/platform/ids.ts';
import type { Contender } from './rounds.ts';

/** Refuses to measure servers that do not give the same answer: ids, names, totals, page flags. */
export async function checkSameAnswers(contenders: readonly Contender[]): Promise<void> {
  const [first, ...others] = contenders;
  if (first === undefined) return;
  const expected = await comparable(first);
  for (const other of others) {
    const message: string = `${other.name} answers otherwise than ${first.name}`;
    deepEqual(await comparable(other), expected, message);
  }
}

type Answer = {
  readonly products?: { readonly pageInfo: { readonly endCursor: string | null } } | null;
  readonly totalCount?: number;
  readonly me?: object;
};

/** Sends a contender's request once. */
export async function ask({ name, server, body }: Contender): Promise<Answer> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...server.headers },
    body,
  });
  const answer: { data?: Answer | null; errors?: object[] } = JSON.parse(await response.text());
  if (answer.data == null || answer.errors !== undefined) {
    throw new Error(`${name} gave no answer: ${JSON.stringify(answer)}`);
  }
  return answer.data;
}

/**
 * An answer without the parts that each server may write differently: cursors, the form of ids, and
 * the place of the total.
 */
async function comparable(contender: Contender): Promise<unknown> {
  const { products, ...beside } = await ask(contender);
  return JSON.parse(JSON.stringify({ ...products, ...beside }), (key, value: unknown) => {
    if (key === 'startCursor' || key === 'endCursor') return typeof value;
    return key === 'id' && typeof value === 'string'
      ? (decodeId('product', value) ?? value)
      : value;
  });
}
