import type { MessagePort } from 'node:worker_threads';
import { CompiledQuery } from 'kysely';
import type { Answer } from './connections/prepared-statement.ts';
import { type Db, readingFrom, type Tx } from './database.ts';

/** A transaction belongs to one thread: another one that must see what it wrote reads through it. */

type Question = { readonly text: string; readonly values: readonly unknown[] };

/** Sends the statements that come from the other end of the port, and their answers back; `onFailure` gets the errors. */
export function answerReads(tx: Tx, port: MessagePort, onFailure: (error: unknown) => void): void {
  port.on('message', ({ text, values }: Question) => {
    tx.executeQuery(CompiledQuery.raw(text, [...values])).then(
      ({ rows }) => port.postMessage(rows),
      (error: unknown) => {
        onFailure(error);
        port.postMessage(undefined);
      },
    );
  });
}

/** The database as the transaction at the other end of the port sees it. */
export function readingThrough(db: Db, port: MessagePort): Db {
  // Statements of a transaction are answered in their order.
  const waiting: PromiseWithResolvers<Answer>[] = [];
  port.on('message', (rows: Answer['rows'] | undefined) => {
    const next = waiting.shift();
    if (rows !== undefined) next?.resolve({ rows, tag: '' });
    else next?.reject(new Error('The transaction that a thread reads through failed.'));
  });
  return readingFrom(db, {
    send: ({ text }, values) => {
      const answer = Promise.withResolvers<Answer>();
      waiting.push(answer);
      port.postMessage({ text, values } satisfies Question);
      return answer.promise;
    },
  });
}
