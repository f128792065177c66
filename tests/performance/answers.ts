import { deepEqual } from 'node:assert/strict';
import { decodeId } from '../../server/src/platform/ids.ts';
import type { Contender } from './rounds.ts';

/** Refuses to measure servers that do not give the same answer: ids, names, totals, page flags. */
export async function checkSameAnswers(contenders: readonly Contender[]): Promise<void> {
  const [first, ...others] = contenders;
  if (first === undefined) return;
  const expected = await answerOf(first);
  for (const other of others) {
    const message: string = `${other.name} answers otherwise than ${first.name}`;
    deepEqual(await answerOf(other), expected, message);
  }
}

/**
 * An answer without what each server may write as it likes: cursors, extensions, the spelling of ids,
 * and whether the total stands in the connection or beside it.
 */
async function answerOf({ name, server, body }: Contender): Promise<unknown> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...server.headers },
    body,
  });
  const answer: { data?: { products?: object; me?: object; totalCount?: number } | null } =
    JSON.parse(await response.text(), (key, value: unknown) => {
      if (key === 'startCursor' || key === 'endCursor') return typeof value;
      return key === 'id' && typeof value === 'string'
        ? (decodeId('product', value) ?? value)
        : value;
    });
  if (answer.data == null) throw new Error(`${name} gave no data: ${JSON.stringify(answer)}`);
  const { products, ...beside } = answer.data;
  return { ...products, ...beside };
}
