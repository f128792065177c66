import { type Tx, violatedConstraint } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError, badInput, type Problem } from '../../rules/api-error.ts';
import type { FactorCatalogue } from './catalogue.ts';
import { FactorWriter } from './factor-writer.ts';
import type { ReadRow } from './import/index.ts';
import type { FactorSetRow } from './model.ts';
import { completeOwnSet, enablePack, insertOwnSet } from './own-store.ts';

/** Description of an imported set by its organization. */
export type OwnSetDescription = Pick<
  FactorSetRow,
  'name' | 'version' | 'title' | 'publisher' | 'licence' | 'licenceUrl' | 'attribution'
> &
  Pick<FactorSetRow, 'attributionUrls' | 'sourceUrl' | 'releasedOn'>;

type ImportOptions = {
  /** Path of the file in the caller's input, for the paths of problems. */
  readonly path: readonly string[];
  readonly onProgress?: ((rows: number) => void) | undefined;
};

const MOST_PROBLEMS_LISTED = 250;

/**
 * Imports a set of factors of an organization's own, row by row as they are read. One row that
 * cannot be used refuses the whole set, and every such row is named: half a set would quietly give
 * other results than the file.
 */
export async function importFactorSet(
  tx: Tx,
  scope: Scope,
  description: OwnSetDescription,
  rows: AsyncIterable<ReadRow>,
  { path, onProgress }: ImportOptions,
): Promise<FactorSetRow> {
  const set = newSet(description);
  await insertNewSet(tx, scope, set);
  const intake = new FactorWriter(tx, scope, set.id, onProgress);
  for await (const row of rows) await intake.take(row);
  const complete: FactorSetRow = { ...set, ...(await intake.end()) };
  if (intake.problemCount > 0) throw unusable(intake, path);
  await completeOwnSet(tx, scope, complete);
  return complete;
}

/** Switches a pack of the library on, by its slug or name; twice is once. */
export async function enableFactorPack(
  tx: Tx,
  scope: Scope,
  catalogue: FactorCatalogue,
  name: string,
): Promise<FactorSetRow> {
  const packs = catalogue.sets.filter((set) => set.isOptional);
  const pack = packs.find((set) => set.slug === name || set.name === name);
  if (pack === undefined) {
    const message = `There is no pack ${name}; the packs are ${packs.map((set) => set.slug).join(', ')}.`;
    throw badInput([{ path: ['input', 'pack'], code: 'UNKNOWN_PACK', message }]);
  }
  await enablePack(tx, scope, pack.id);
  return pack;
}

function newSet(description: OwnSetDescription): FactorSetRow {
  const slug = `${description.name}-${description.version}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
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

async function insertNewSet(tx: Tx, scope: Scope, set: FactorSetRow): Promise<void> {
  try {
    await insertOwnSet(tx, scope, set);
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
