import { decodeId, type IdKind, newUuid } from '../platform/ids.ts';
import type { Problem } from './refusal.ts';

/** What became of one row of many that are written together; `id` is a uuid. */
export type Upserted =
  | { readonly status: 'CREATED'; readonly id: string | null }
  | { readonly status: 'UPDATED' | 'UNCHANGED'; readonly id: string }
  | { readonly status: 'FAILED'; readonly problems: readonly Problem[] };

/** What a row says of the one that it writes: its `externalId`, or its `id` when it has none. */
type Naming = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly expectedVersion?: number | null | undefined;
};

type Named = { readonly id: string; readonly externalId: string | null };

/** Looks up what rows name, with `find` for all of one kind at once; no two rows may name one thing. */
export async function namedByRows<Row extends Naming, Current extends Named>(
  kind: IdKind,
  rows: readonly Row[],
  find: (by: 'id' | 'external_id', values: readonly string[]) => Promise<readonly Current[]>,
): Promise<(row: Row) => Current | undefined> {
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  const ids = rows.filter(isNamedById).flatMap(({ id }) => decodeId(kind, id) ?? []);
  const byExternalId = new Map(
    (await find('external_id', externalIds)).map((current) => [current.externalId, current]),
  );
  const byId = new Map((await find('id', ids)).map((current) => [current.id, current]));
  return (row) =>
    isNamedById(row)
      ? byId.get(decodeId(kind, row.id) ?? '')
      : byExternalId.get(row.externalId ?? '');
}

function isNamedById<Row extends Naming>(row: Row): row is Row & { readonly id: string } {
  return (row.externalId ?? undefined) === undefined && typeof row.id === 'string';
}

/** How rows become drafts of what they write. */
type Writing<Row, Current, Draft> = {
  readonly currentOf: (row: Row) => Current | undefined;
  readonly written: (
    row: Row,
    current: Current | undefined,
  ) => { readonly draft: Draft; readonly problems: readonly Problem[] };
  readonly isSame: (draft: Draft, current: Current) => boolean;
  /** What keeps a sound draft from following what stands, such as a step that is not allowed. */
  readonly inTheWay?: (draft: Draft, current: Current) => readonly Problem[];
  /** Then nothing new has an id. */
  readonly isDryRun: boolean;
};

/** What becomes of rows, and what is to be written for that. */
type Upserts<Current, Draft> = {
  readonly outcomes: readonly Upserted[];
  readonly created: readonly { readonly id: string; readonly draft: Draft }[];
  readonly updated: readonly { readonly current: Current; readonly draft: Draft }[];
};

/** Sorts rows by what they do. A row that is refused does not keep the others from being written. */
export function upsertsOf<
  Row extends Naming,
  Current extends Named & { readonly version: number },
  Draft,
>(
  rows: readonly Row[],
  { currentOf, written, isSame, inTheWay = () => [], isDryRun }: Writing<Row, Current, Draft>,
): Upserts<Current, Draft> {
  const created: { readonly id: string; readonly draft: Draft }[] = [];
  const updated: { readonly current: Current; readonly draft: Draft }[] = [];
  const outcomes = rows.map((row): Upserted => {
    const current = currentOf(row);
    if (current === undefined && isNamedById(row)) return unknownId(row.id);
    const { draft, problems } = written(row, current);
    if (problems.length > 0) return failed(problems);
    if (current === undefined) {
      const id = newUuid();
      created.push({ id, draft });
      return { status: 'CREATED', id: isDryRun ? null : id };
    }
    const { id, version } = current;
    const expected = row.expectedVersion ?? version;
    if (expected !== version) return staleVersion(version, expected);
    if (isSame(draft, current)) return { status: 'UNCHANGED', id };
    const obstacles = inTheWay(draft, current);
    if (obstacles.length > 0) return failed(obstacles);
    updated.push({ current, draft });
    return { status: 'UPDATED', id };
  });
  return { outcomes, created, updated };
}

function failed(problems: readonly Problem[]): Upserted {
  // The paths of inputs begin with the argument; those of rows with the field.
  const ofRow = problems.map((each) => ({
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
      message: `There is none with the id ${id} in this organization and environment; leave the id out to create it.`,
    },
  ]);
}
