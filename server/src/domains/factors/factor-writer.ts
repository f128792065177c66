import { createHash } from 'node:crypto';
import { IMPACT_CATEGORIES } from '@trackway/engine';
import type { Tx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { ROWS_PER_INSERT } from './factor-records.ts';
import type { FactorDraft, ReadRow, RowProblem } from './import/index.ts';
import type { FactorSetRow } from './model.ts';
import { insertOwnFactors } from './own-store.ts';

/** Facts about a set that are known only after its last row. */
type SetTotals = Pick<FactorSetRow, 'gwpSets' | 'indicatorSet' | 'contentHash' | 'factorCount'>;

/** More faults than anyone reads: the rest is only counted, so that memory stays flat. */
const MOST_PROBLEMS_KEPT = 1000;

/** Takes the rows of one set in, a thousand to a statement, and keeps what is wrong with them. */
export class FactorWriter {
  readonly #tx: Tx;
  readonly #scope: Scope;
  readonly #setId: string;
  readonly #onProgress: ((rows: number) => void) | undefined;
  readonly #lineById = new Map<string, number>();
  readonly #gwpSets = new Set<string>();
  readonly #hash = createHash('sha256');
  readonly problems: RowProblem[] = [];
  problemCount = 0;
  #hasIndicators = false;
  #batch: FactorDraft[] = [];

  constructor(
    tx: Tx,
    scope: Scope,
    setId: string,
    onProgress: ((rows: number) => void) | undefined,
  ) {
    this.#tx = tx;
    this.#scope = scope;
    this.#setId = setId;
    this.#onProgress = onProgress;
  }

  async take(row: ReadRow): Promise<void> {
    if ('problem' in row) {
      this.#refuse(row.problem);
      return;
    }
    const { factor, line } = row;
    const before = this.#lineById.get(factor.sourceId);
    if (before !== undefined) {
      const message = `The id ${factor.sourceId} is in line ${before} already.`;
      this.#refuse({ line, row: factor.sourceId, message });
      return;
    }
    this.#lineById.set(factor.sourceId, line);
    this.#gwpSets.add(factor.gwpSet);
    this.#hasIndicators ||= IMPACT_CATEGORIES.some(
      (code) => factor.indicators?.[code] !== undefined,
    );
    this.#hash.update(`${JSON.stringify(factor)}\n`);
    if (this.#batch.push(factor) === ROWS_PER_INSERT) await this.#write();
  }

  /** Writes what is left. A set without a single row is a fault too. */
  async end(): Promise<SetTotals> {
    await this.#write();
    if (this.#lineById.size === 0 && this.problemCount === 0) {
      this.#refuse({ line: 1, message: 'There is no factor in the file.' });
    }
    return {
      gwpSets: [...this.#gwpSets].sort(),
      indicatorSet: this.#hasIndicators ? 'EF 3.1' : null,
      contentHash: this.#hash.digest('hex'),
      factorCount: this.#lineById.size,
    };
  }

  #refuse(problem: RowProblem): void {
    this.problemCount += 1;
    if (this.problems.length < MOST_PROBLEMS_KEPT) this.problems.push(problem);
  }

  async #write(): Promise<void> {
    const factors = this.#batch.map((draft) => ({ ...draft, id: newUuid(), setId: this.#setId }));
    this.#batch = [];
    // After the first fault nothing will be kept: the rest of the file is only read for more faults.
    if (this.problemCount === 0) await insertOwnFactors(this.#tx, this.#scope, factors);
    this.#onProgress?.(this.#lineById.size);
  }
}
