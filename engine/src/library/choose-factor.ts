import type { Factor } from '../factor.ts';
import { placesFrom } from './regions.ts';

export interface Choice {
  readonly factor: Factor;
  /** Concessions on the way down the ladder, one sentence each; empty for an exact match. */
  readonly steps: readonly string[];
}

/**
 * The ladder of calculation.md §2.4 for one activity: country and year → country → region →
 * global → whatever there is. Candidates come best source first; ties keep that order.
 */
export function chooseFactor(
  candidates: readonly Factor[],
  geography: string | undefined,
  year: number | undefined,
): Choice | undefined {
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    return { factor: only, steps: stepsTo(only, geography, year) };
  }
  const wanted = geography === undefined ? [] : placesFrom(geography);
  for (const place of wanted) {
    const local = candidates.filter((factor) => factor.geography === place);
    const factor = nearestInTime(local, year);
    if (factor) return { factor, steps: stepsTo(factor, geography, year) };
  }
  const factor = nearestInTime(candidates, year);
  return factor && { factor, steps: stepsTo(factor, geography, year) };
}

/** `chooseFactor` for a list that a library keeps: every flow of energy, transport and waste asks. */
export function chooseRemembered(
  candidates: readonly Factor[],
  geography: string | undefined,
  year: number | undefined,
): Choice | undefined {
  const known = remembered.get(candidates) ?? new Map<string, Choice | undefined>();
  remembered.set(candidates, known);
  const key = `${geography ?? ''} ${year ?? ''}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const choice = chooseFactor(candidates, geography, year);
  if (known.size < MOST_REMEMBERED) known.set(key, choice);
  return choice;
}

const remembered = new WeakMap<readonly Factor[], Map<string, Choice | undefined>>();

/** Of each list: callers may ask for places and years without end. */
const MOST_REMEMBERED = 500;

/** The year itself, else the newest before it, else the oldest after it; no year: the newest. */
function nearestInTime(factors: readonly Factor[], year: number | undefined): Factor | undefined {
  let best: Factor | undefined;
  for (const factor of factors) {
    if (best === undefined || distanceInTime(factor, year) < distanceInTime(best, year)) {
      best = factor;
    }
  }
  return best;
}

/** Years too old, or years too new plus a century: older data is true of some past, newer is not. */
function distanceInTime(factor: Factor, year: number | undefined): number {
  const behind = (year ?? NEWEST) - (factor.year ?? 0);
  return behind >= 0 ? behind : 100 - behind;
}

const NEWEST = 9999;

function stepsTo(factor: Factor, geography: string | undefined, year: number | undefined) {
  const steps: string[] = [];
  if (geography !== undefined && factor.geography !== geography) {
    steps.push(`A factor for ${factor.geography} stands in for ${geography}.`);
  }
  if (year !== undefined && factor.year !== null && factor.year !== year) {
    steps.push(`A factor of ${factor.year} stands in for ${year}.`);
  }
  return steps;
}
