import { badInput, CalculationError } from '../errors.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { Path } from '../path.ts';
import type { Footprint } from '../result.ts';
import { SNAPSHOT_FORMATS, type Snapshot } from '../snapshot.ts';

/** The same bits again from what a result was made of. */
export function replay(snapshot: Snapshot): Footprint {
  if (!SNAPSHOT_FORMATS.includes(snapshot.format)) {
    const message = `This engine replays snapshots of the forms ${SNAPSHOT_FORMATS.join(' and ')}, not ${String(snapshot.format)}.`;
    throw new CalculationError([badInput(['format'], message)]);
  }
  return evaluate(snapshot);
}

/** One place where a kept result and its replay are not the same. */
export interface Difference {
  readonly path: Path;
  readonly kept: unknown;
  readonly replayed: unknown;
}

/**
 * Differences between a kept result and the result of its snapshot now; empty when every bit is the
 * same. `kept` may lack members (a service may not keep all of them); only those that it has are
 * compared.
 */
export function replayDifferences(
  kept: Partial<Footprint>,
  snapshot: Snapshot,
): readonly Difference[] {
  const differences: Difference[] = [];
  compare(kept, replay(snapshot), [], differences);
  return differences;
}

function compare(kept: unknown, replayed: unknown, path: Path, into: Difference[]): void {
  if (Object.is(kept, replayed) || (kept === 0 && replayed === 0)) return;
  if (!isBranch(kept) || !isBranch(replayed)) {
    into.push({ path, kept, replayed });
    return;
  }
  const now = new Map(Object.entries(replayed));
  for (const [name, member] of Object.entries(kept)) {
    if (member !== undefined) compare(member, now.get(name), [...path, name], into);
  }
  if (Array.isArray(kept) && Array.isArray(replayed) && kept.length < replayed.length) {
    into.push({ path, kept: kept.length, replayed: replayed.length });
  }
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
