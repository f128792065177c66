import { AsyncLocalStorage } from 'node:async_hooks';

/** Bytes of rows that one piece of work may still read. */
type Budget = { bytesLeft: number };

/** The work read more than its budget: the statement that exceeded it fails, and so do all after it. */
export class ReadTooMuch extends Error {}

const budgets = new AsyncLocalStorage<Budget>();

/** Runs work whose statements may return so many bytes together. */
export function withReadingBudget<Result>(bytes: number, work: () => Result): Result {
  return budgets.run({ bytesLeft: bytes }, work);
}

/** Budget of the work that runs now; undefined if it has none. */
export function readingBudget(): Budget | undefined {
  return budgets.getStore();
}
