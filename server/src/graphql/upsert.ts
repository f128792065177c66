import type { Problem } from './refusal.ts';

/** What became of one row of many that are written together; `id` is a uuid. */
export type Upserted =
  | { readonly status: 'CREATED'; readonly id: string | null }
  | { readonly status: 'UPDATED' | 'UNCHANGED'; readonly id: string }
  | { readonly status: 'FAILED'; readonly problems: readonly Problem[] };

export function failed(problems: readonly Problem[]): Upserted {
  // The paths of inputs begin with the argument; those of rows with the field.
  const ofRow = problems.map((each) => ({
    ...each,
    path: each.path[0] === 'input' ? each.path.slice(1) : each.path,
  }));
  return { status: 'FAILED', problems: ofRow };
}

/** The refusals of rows that name what they change. */
export function staleVersion(current: number, expected: number): Upserted {
  return failed([
    {
      path: ['expectedVersion'],
      code: 'CONFLICT',
      message: `It is at version ${current} now, not ${expected}.`,
    },
  ]);
}

export function unknownId(id: string): Upserted {
  return failed([
    {
      path: ['id'],
      code: 'NOT_FOUND',
      message: `There is none with the id ${id} in this organization and environment; leave the id out to create it.`,
    },
  ]);
}
