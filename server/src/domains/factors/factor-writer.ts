import { createHash } from 'node:crypto';
import { IMPACT_CATEGORIES } from '@trackway/engine';
import type { TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { ROWS_PER_INSERT } from './factor-records.ts';
import type { FactorDraft, ReadRow, RowProblem } from './import/index.ts';
import type { FactorSetRow } from './model.ts';
import { insertOwnFactors } from './own-store.ts';

/** Facts about a set that are known only after its last row. */
type SetTotals = Pick<FactorSetRow, 'gwpSets' | 'indicatorSet' | 'contentHash' | 'factorCount'>;

/** More faults than anyone reads: the rest is only counted, so that memory stays flat. */
const MOST_PROBLEMS_KEPT = 1000;

/** Outcome of the import for one row of the file. */
export type RowReport = {
  readonly line: number;
  readonly row: string | null;
  readonly status: 'TAKEN' | 'CHANGED' | 'REFUSED';
  /** Changes, or the reason of the refusal. */
  readonly messages: readonly string[];
};

type WriterOptions = {
  /** Keep the other rows when some are refused. */
  readonly isPartial: boolean;
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** Called for every row of the file, in its order. */
  readonly onRow?: ((row: RowReport) => void) | undefined;
};

/** Takes the rows of one set in, a thousand to a statement, and keeps what is wrong with them. */
export class FactorWriter {
  readonly #work: TenantTx;
  readonly #set: FactorSetRow;
  readonly #options: WriterOptions;
  readonly #lineById = new Map<string, number>();
  readonly #gwpSets = new Set<string>();
  readonly #hash = createHash('sha256');
  readonly problems: RowProblem[] = [];
  /** The first rows that were changed or refused. */
  readonly reports: RowReport[] = [];
  problemCount = 0;
  changedCount = 0;
  #hasIndicators = false;
  #batch: FactorDraft[] = [];

  constructor(work: TenantTx, set: FactorSetRow, options: WriterOptions) {
    this.#work = work;
    this.#set = set;
    this.#options = options;
  }

  async take(row: ReadRow): Promise<void> {
    if ('problem' in row) {
      this.#refuse(row.problem);
      return;
    }
    const { factor, line, changes = [] } = row;
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
    if (changes.length > 0) this.changedCount += 1;
    const status = changes.length > 0 ? 'CHANGED' : 'TAKEN';
    this.#report({ line, row: factor.sourceId, status, messages: changes });
    if (this.#batch.push(factor) === ROWS_PER_INSERT) await this.#write();
  }

  /** Writes what is left. A set without a single row is a fault too. */
  async end(): Promise<SetTotals> {
    await this.#write();
    if (this.factorCount === 0 && this.problemCount === 0) {
      this.#refuse({ line: 1, message: 'There is no factor in the file.' });
    }
    return {
      gwpSets: [...this.#gwpSets].sort(),
      indicatorSet: this.#hasIndicators ? 'EF 3.1' : null,
      contentHash: this.#hash.digest('hex'),
      factorCount: this.factorCount,
    };
  }

  #refuse(problem: RowProblem): void {
    this.problemCount += 1;
    if (this.problems.length < MOST_PROBLEMS_KEPT) this.problems.push(problem);
    const { line, row = null, message } = problem;
    this.#report({ line, row, status: 'REFUSED', messages: [message] });
  }

  #report(row: RowReport): void {
    this.#options.onRow?.(row);
    if (row.status !== 'TAKEN' && this.reports.length < MOST_PROBLEMS_KEPT) this.reports.push(row);
  }

  /** Factors so far. */
  get factorCount(): number {
    return this.#lineById.size;
  }

  /** True if no row was refused, or if refused rows are left out and at least one factor is left. */
  get isUsable(): boolean {
    return this.problemCount === 0 || (this.#options.isPartial && this.#lineById.size > 0);
  }

  async #write(): Promise<void> {
    const { id: setId, title } = this.#set;
    // A row without a source of its own is of the source of the file.
    const factors = this.#batch.map((draft) => {
      const source = draft.source === '' ? title : draft.source;
      return { ...draft, source, id: newUuid(), setId };
    });
    this.#batch = [];
    // After the first fault nothing may be kept: the rest of the file is only read for more faults.
    const isKept = this.problemCount === 0 || this.#options.isPartial;
    if (isKept) await insertOwnFactors(this.#work, factors);
    this.#options.onProgress?.(this.#lineById.size);
  }
}
