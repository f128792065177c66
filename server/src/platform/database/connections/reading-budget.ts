import { AsyncLocalStorage } from 'node:async_hooks';

type BudgetOptions = { readonly isLarge?: boolean; readonly onSpent?: () => void };

/** Bytes of rows that one piece of work may still read. */
export class ReadingBudget {
  /** Single statements of large work travel apart, so that no others wait behind their rows. */
  readonly isLarge: boolean;
  #bytesLeft: number;
  readonly #onSpent: () => void;

  constructor(bytes: number, { isLarge = false, onSpent = () => {} }: BudgetOptions = {}) {
    this.isLarge = isLarge;
    this.#bytesLeft = bytes;
    this.#onSpent = onSpent;
  }

  get isSpent(): boolean {
    return this.#bytesLeft < 0;
  }

  /** False if the budget has no room for the row. It is spent then: no later row has room. */
  take(bytes: number): boolean {
    if (this.isSpent) return false;
    this.#bytesLeft -= bytes;
    if (this.isSpent) this.#onSpent();
    return !this.isSpent;
  }

  /** The work reads nothing more. */
  spend(): void {
    this.#bytesLeft = -1;
  }
}

/** The work read more than its budget: the statement that exceeded it fails, and so do all after it. */
export class ReadTooMuch extends Error {}

const budgets = new AsyncLocalStorage<ReadingBudget | undefined>();

/** Runs work whose statements may return as many bytes together as the budget has. */
export function withReadingBudget<Result>(budget: ReadingBudget, work: () => Result): Result {
  return budgets.run(budget, work);
}

/** Runs work that reads what it needs, such as that of a mutation until its commit. */
export function withoutReadingBudget<Result>(work: () => Result): Result {
  return budgets.run(undefined, work);
}

/** Budget of the work that runs now; undefined if it has none. */
export function readingBudget(): ReadingBudget | undefined {
  return budgets.getStore();
}
