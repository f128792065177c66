import { violatedConstraint } from '../platform/database/index.ts';
import { ApiError, notFound } from './api-error.ts';

/** What a change begins from: refused when there is none, or it is no longer as the caller read it. */
export function requireCurrent<Row extends { readonly version: number }>(
  what: string,
  current: Row | undefined,
  expectedVersion: number | null | undefined,
): Row {
  if (current === undefined) throw notFound(what);
  const expected = expectedVersion ?? current.version;
  if (expected === current.version) return current;
  throw new ApiError(
    'CONFLICT',
    `${what} is at version ${current.version} now, not ${expected}; read it again and repeat the change.`,
    { currentVersion: current.version },
  );
}

/** What can follow each state. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Refuses a step that does not lead on from where something stands. */
export function assertTransition<State extends string>(
  what: string,
  from: State,
  to: State,
  steps: Transitions<State>,
): void {
  const fault = transitionError(what, from, to, steps);
  if (fault === undefined) return;
  throw new ApiError('CONFLICT', fault, { state: from, allowed: steps[from] });
}

/** Why a step does not lead on from where something stands; undefined when it does. */
export function transitionError<State extends string>(
  what: string,
  from: State,
  to: State,
  steps: Transitions<State>,
): string | undefined {
  const allowed = steps[from];
  if (allowed.includes(to)) return undefined;
  const instead =
    allowed.length === 0 ? 'nothing follows that' : `only ${allowed.join(' or ')} follows that`;
  return `${what} is ${from}, so it cannot become ${to}: ${instead}.`;
}

/** Writes something with an externalId, and refuses one that another of the table has already. */
export async function withUniqueExternalId<Answer>(
  table: string,
  what: string,
  externalId: string | null,
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== `${table}_external_id`) throw error;
    throw new ApiError(
      'CONFLICT',
      `There is ${what} with the externalId "${externalId}" already; use that one, or another externalId.`,
      { externalId },
    );
  }
}
