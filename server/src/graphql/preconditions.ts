import { Refusal } from './refusal.ts';

/** Refuses a change of something that is no longer as the caller read it. */
export function refuseStale(
  what: string,
  current: { readonly version: number },
  expectedVersion: number | null | undefined,
): void {
  if (expectedVersion === null || expectedVersion === undefined) return;
  if (expectedVersion === current.version) return;
  throw new Refusal(
    'CONFLICT',
    `${what} is at version ${current.version} now, not ${expectedVersion}; read it again and repeat the change.`,
    { currentVersion: current.version },
  );
}

/** Refuses a step that does not lead on from where something stands. */
export function refuseStep<State extends string>(
  what: string,
  from: State,
  to: State,
  steps: Readonly<Record<State, readonly State[]>>,
): void {
  const allowed = steps[from];
  if (allowed.includes(to)) return;
  const instead =
    allowed.length === 0 ? 'nothing follows that' : `only ${allowed.join(' or ')} follows that`;
  throw new Refusal('CONFLICT', `${what} is ${from}, so it cannot become ${to}: ${instead}.`, {
    state: from,
    allowed,
  });
}
