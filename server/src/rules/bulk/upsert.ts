import { mapInTurns } from '../../platform/concurrency/event-loop.ts';
import type { DryRunState, Nameable } from '../../platform/dry-run-state.ts';
import { decodeId, type IdKind, newUuid } from '../../platform/ids.ts';
import { MAX_PROBLEMS_OF_ITEM, type Problem } from '../errors/api-error.ts';

/** Result of one row of many that are written together; `id` is a uuid, null in a dry run. */
export type Upserted =
  | { readonly status: 'CREATED' | 'UPDATED' | 'UNCHANGED'; readonly id: string | null }
  | { readonly status: 'FAILED'; readonly problems: readonly Problem[] };

/** Identifiers of a row: its `externalId`, or its `id` when it has none. */
type RowIdentifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly expectedVersion?: number | null | undefined;
};

/**
 * Looks up the objects of rows, with `find` for all rows in one query, or from the state of the dry
 * run; no two rows may address one object.
 */
export async function findByRows<Row extends RowIdentifiers, Current extends Nameable>(
  kind: IdKind,
  rows: readonly Row[],
  find: (by: 'id' | 'external_id', values: readonly string[]) => Promise<readonly Current[]>,
  dryRun: DryRunState | undefined,
): Promise<(row: Row) => Current | undefined> {
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  const ids = rows.filter(isNamedById).flatMap(({ id }) => decodeId(kind, id) ?? []);
  const byExternalId = new Map(
    (await find('external_id', externalIds)).map((current) => [current.externalId, current]),
  );
  const byId = new Map((await find('id', ids)).map((current) => [current.id, current]));
  const inDryRun = (by: 'id' | 'external_id', value: string): Current | undefined => {
    const text = dryRun?.find(by, value);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return (row) => {
    if (isNamedById(row)) {
      const id = decodeId(kind, row.id) ?? '';
      return inDryRun('id', id) ?? byId.get(id);
    }
    const externalId = row.externalId ?? '';
    const current = byExternalId.get(externalId);
    // An object that the dry run has changed is found under its new name.
    const isChanged = current !== undefined && inDryRun('id', current.id) !== undefined;
    return inDryRun('external_id', externalId) ?? (isChanged ? undefined : current);
  };
}

function isNamedById<Row extends RowIdentifiers>(row: Row): row is Row & { readonly id: string } {
  return (row.externalId ?? undefined) === undefined && typeof row.id === 'string';
}

/** Rules that turn rows into drafts. */
type UpsertRules<Row, Current, Draft> = {
  readonly currentOf: (row: Row) => Current | undefined;
  readonly written: (
    row: Row,
    current: Current | undefined,
  ) => { readonly draft: Draft; readonly problems: readonly Problem[] };
  readonly isSame: (draft: Draft, current: Current) => boolean;
  /**
   * Reasons why a valid draft cannot replace the current object, such as a forbidden state
   * transition.
   */
  readonly conflicts?: (draft: Draft, current: Current) => readonly Problem[];
};

/** Results of rows, and the objects to write. */
export type UpsertPlan<Current, Draft> = {
  readonly outcomes: readonly Upserted[];
  readonly created: readonly { readonly id: string; readonly draft: Draft }[];
  readonly updated: readonly { readonly current: Current; readonly draft: Draft }[];
};

/**
 * Sorts rows by what they do. A row that is refused does not keep the others from being written. In turns of the event
 * loop: a row with many problems takes a hundred times as long as a good one.
 */
export async function planUpserts<
  Row extends RowIdentifiers,
  Current extends Nameable & { readonly version: number },
  Draft,
>(
  rows: readonly Row[],
  { currentOf, written, isSame, conflicts = () => [] }: UpsertRules<Row, Current, Draft>,
): Promise<UpsertPlan<Current, Draft>> {
  const created: { readonly id: string; readonly draft: Draft }[] = [];
  const updated: { readonly current: Current; readonly draft: Draft }[] = [];
  const outcomes = await mapInTurns(rows, (row): Upserted => {
    const current = currentOf(row);
    if (current === undefined && isNamedById(row)) return unknownId(row.id);
    const { draft, problems } = written(row, current);
    if (problems.length > 0) return failed(problems);
    if (current === undefined) {
      const id = newUuid();
      created.push({ id, draft });
      return { status: 'CREATED', id };
    }
    const { id, version } = current;
    const expected = row.expectedVersion ?? version;
    if (expected !== version) return staleVersion(version, expected);
    if (isSame(draft, current)) return { status: 'UNCHANGED', id };
    const found = conflicts(draft, current);
    if (found.length > 0) return failed(found);
    updated.push({ current, draft });
    return { status: 'UPDATED', id };
  });
  return { outcomes, created, updated };
}

/** Ends a step of a dry run: later rows meet what this one would have written. */
export function recordDryRun<
  Current extends Nameable & { readonly version: number },
  Draft extends Pick<Nameable, 'externalId'>,
>(dryRun: DryRunState, { outcomes, created, updated }: UpsertPlan<Current, Draft>): Upserted[] {
  for (const { id, draft } of created) dryRun.create({ ...draft, id, version: 1 });
  for (const { current, draft } of updated) {
    dryRun.update({ ...current, ...draft, version: current.version + 1 });
  }
  return outcomes.map((outcome) => {
    if (outcome.status === 'FAILED' || outcome.id === null) return outcome;
    return dryRun.isNew(outcome.id) ? { ...outcome, id: null } : outcome;
  });
}

/** A row that is refused, with its first problems. */
export function failed(problems: readonly Problem[]): Upserted {
  // The paths of inputs begin with the argument; those of rows with the field.
  const ofRow = problems.slice(0, MAX_PROBLEMS_OF_ITEM).map((each) => ({
    ...each,
    path: each.path[0] === 'input' ? each.path.slice(1) : each.path,
  }));
  return { status: 'FAILED', problems: ofRow };
}

/** The refusals of rows that name what they change. */
function staleVersion(current: number, expected: number): Upserted {
  return failed([
    {
      path: ['expectedVersion'],
      code: 'CONFLICT',
      message: `It is at version ${current} now, not ${expected}.`,
    },
  ]);
}

function unknownId(id: string): Upserted {
  return failed([
    {
      path: ['id'],
      code: 'NOT_FOUND',
      message: `Nothing has the id ${id} in this organization and environment; leave the id out to create it.`,
    },
  ]);
}
