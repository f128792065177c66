import { type Reference, violatedConstraint } from '../../platform/database/index.ts';
import { ApiError, badInput, notFound } from '../errors/api-error.ts';
import { MAX_EXTERNAL_ID, textProblems } from '../inputs/problems.ts';

/**
 * Returns the object to change; throws if it does not exist or its version is not the expected one.
 */
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

/** The object that a change addresses, and the version that the caller expects it to have. */
export type Target = {
  readonly reference: Reference;
  readonly expectedVersion?: number | null | undefined;
};

/** Allowed next states of each state. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Rejects a state transition that is not allowed. */
export function assertTransition<State extends string>(
  what: string,
  from: State,
  to: State,
  steps: Transitions<State>,
): void {
  const fault = transitionError(what, from, to, steps);
  if (fault === undefined) return;
  throw wrongState(fault, from, steps);
}

/** Refusal for the state of an object. `allowed` has the states that can follow, so that a client sees the ways that are left. */
export function wrongState<State extends string>(
  message: string,
  state: State,
  steps: Transitions<State>,
  more: Readonly<Record<string, unknown>> = {},
): ApiError {
  return new ApiError('CONFLICT', message, { state, allowed: steps[state], ...more });
}

/** Reason why a state transition is not allowed; undefined when it is. */
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
  const fault = from === to ? `${from} already` : `${from}, so it cannot become ${to}`;
  return `${what} is ${fault}: ${instead}.`;
}

/** Writes something with an externalId, and refuses one that another of the table has already, or that no key holds. */
export async function withUniqueExternalId<Answer>(
  table: string,
  what: string,
  externalId: string | null,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const problems = textProblems(externalId, ['externalId'], MAX_EXTERNAL_ID);
  if (problems.length > 0) throw badInput(problems);
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
