import {
  lockUntilCommit,
  type TenantTx,
  violatedConstraint,
} from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { ApiError, badInput, type Problem } from '../../rules/errors/api-error.ts';
import { FactorWriter, type RowReport } from './factor-writer.ts';
import type { ReadRow } from './import/index.ts';
import type { FactorSetRow } from './model.ts';
import { factorCountOf, MOST_OWN_FACTORS } from './own-library.ts';
import { completeOwnSet, enablePack, insertOwnSet, listOwnSets } from './own-store.ts';
import type { FactorSets } from './sets.ts';

/** Description of an imported set by its organization. */
export type OwnSetDescription = Pick<
  FactorSetRow,
  'name' | 'version' | 'title' | 'publisher' | 'licence' | 'licenceUrl' | 'attribution'
> &
  Pick<FactorSetRow, 'attributionUrls' | 'sourceUrl' | 'releasedOn'>;

type IntakeOptions = {
  /** Path of the file in the caller's input, for the paths of problems. */
  readonly path: readonly string[];
  /** Keep the rows that can be used when others cannot; false by default. */
  readonly isPartial?: boolean | undefined;
  readonly onProgress?: ((rows: number) => void) | undefined;
  readonly onRow?: ((row: RowReport) => void) | undefined;
};

/** Outcome of an import for the rows of its file. */
export type ImportReport = {
  readonly takenCount: number;
  readonly changedCount: number;
  readonly refusedCount: number;
  /** The first rows that were changed or refused, in the order of the file. */
  readonly rows: readonly RowReport[];
};

export type ImportedSet = { readonly factorSet: FactorSetRow; readonly report: ImportReport };

const MOST_PROBLEMS_LISTED = 250;

/**
 * Imports a set of factors of an organization's own, row by row as they are read. One row that
 * cannot be used refuses the whole set, and every such row is named: half a set would quietly give
 * other results than the file. A caller that asks for a partial import gets the other rows.
 */
export async function importFactorSet(
  work: TenantTx,
  description: OwnSetDescription,
  rows: AsyncIterable<ReadRow>,
  { path, isPartial = false, onProgress, onRow }: IntakeOptions,
): Promise<ImportedSet> {
  const room = await roomForFactors(work);
  const set = newSet(description);
  await insertNewSet(work, set);
  const writer = new FactorWriter(work, set, { isPartial, onProgress, onRow });
  for await (const row of rows) {
    await writer.take(row);
    if (writer.factorCount > room) throw tooManyFactors(room);
  }
  const complete: FactorSetRow = { ...set, ...(await writer.end()) };
  if (!writer.isUsable) throw unusable(writer, path);
  // Imports at the same time complete one after the other: each found room for itself alone.
  await lockUntilCommit(
    work.db,
    `own factors ${work.scope.organizationId} ${work.scope.environment}`,
  );
  const left = await roomForFactors(work);
  if (complete.factorCount > left) throw tooManyFactors(left);
  await completeOwnSet(work, complete);
  return { factorSet: complete, report: reportOf(writer, complete.factorCount) };
}

async function roomForFactors(work: TenantTx): Promise<number> {
  return MOST_OWN_FACTORS - factorCountOf(await listOwnSets(work));
}

function tooManyFactors(room: number): ApiError {
  const most = MOST_OWN_FACTORS.toLocaleString('en');
  const left = Math.max(room, 0).toLocaleString('en');
  return new ApiError(
    'CONFLICT',
    `An environment has at most ${most} factors of its own, which calculations hold in memory: ${left} more fit. Import the rows that your products need, or delete a set.`,
    { maxOwnFactors: MOST_OWN_FACTORS },
  );
}

function reportOf(writer: FactorWriter, factorCount: number): ImportReport {
  const { changedCount, problemCount, reports } = writer;
  return {
    takenCount: factorCount - changedCount,
    changedCount,
    refusedCount: problemCount,
    rows: [...reports].sort((a, b) => a.line - b.line),
  };
}

/** Switches a pack of the library on, by its slug or name; a second call changes nothing. */
export async function enableFactorPack(
  work: TenantTx,
  factors: FactorSets,
  name: string,
): Promise<FactorSetRow> {
  const packs = factors.sets.filter((set) => set.isOptional);
  const pack = packs.find((set) => set.slug === name || set.name === name);
  if (pack === undefined) {
    const message = `There is no pack ${name}; the packs are ${packs.map((set) => set.slug).join(', ')}.`;
    throw badInput([{ path: ['input', 'pack'], code: 'UNKNOWN_PACK', message }]);
  }
  await enablePack(work, pack.id);
  return pack;
}

function newSet(description: OwnSetDescription): FactorSetRow {
  const slug = `${description.name}-${description.version}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return {
    ...description,
    id: newUuid(),
    slug,
    gwpSets: [],
    indicatorSet: null,
    isOptional: false,
    contentHash: '',
    factorCount: 0,
  };
}

async function insertNewSet(work: TenantTx, set: FactorSetRow): Promise<void> {
  try {
    await insertOwnSet(work, set);
  } catch (error) {
    if (violatedConstraint(error) !== 'organization_factor_sets_slug') throw error;
    throw new ApiError(
      'CONFLICT',
      `There is a factor set ${set.slug} already. A set never changes, because results point at it: give the new numbers a new version.`,
    );
  }
}

function unusable({ problems, problemCount }: FactorWriter, path: readonly string[]): ApiError {
  const inOrder = [...problems].sort((a, b) => a.line - b.line);
  const listed = inOrder.slice(0, MOST_PROBLEMS_LISTED).map(
    ({ line, row, message }): Problem => ({
      path: [...path, line],
      code: 'UNUSABLE_ROW',
      message: `Line ${line}${row === undefined ? '' : ` (${row})`}: ${message}`,
    }),
  );
  const more = problemCount - listed.length;
  if (more > 0) {
    const message = `${more.toLocaleString('en')} more rows cannot be used.`;
    listed.push({ path, code: 'UNUSABLE_ROW', message });
  }
  return badInput(listed);
}
