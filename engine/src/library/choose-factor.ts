import type { Factor } from '../factor.ts';
import { GLOBAL, placeInWords, placesFrom } from './regions.ts';

export interface Choice {
  readonly factor: Factor;
  /** Steps down the ladder, one sentence each; empty for an exact match. */
  readonly steps: readonly string[];
}

/**
 * The ladder of places for one activity: country → region → world → wherever there is one; without
 * a place the world first. At one place the edition nearest to the year is taken of each source, and
 * the first source: candidates come in the order of preference.
 */
export function chooseFactor(
  candidates: readonly Factor[],
  geography: string | undefined,
  year: number | undefined,
): Choice | undefined {
  const wanted = geography === undefined ? [GLOBAL] : placesFrom(geography);
  for (const place of wanted) {
    const local = candidates.filter((factor) => factor.geography === place);
    const factor = nearestEdition(local, year);
    if (factor) return { factor, steps: stepsTo(factor, geography, year) };
  }
  const factor = nearestEdition(candidates, year);
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

/** Of the first candidate and its namesakes the year itself, else the newest before, else the oldest after. */
function nearestEdition(factors: readonly Factor[], year: number | undefined): Factor | undefined {
  let [best] = factors;
  for (const factor of factors) {
    const isEdition = best !== undefined && factor.name === best.name;
    if (isEdition && distanceInTime(factor, year) < distanceInTime(best, year)) best = factor;
  }
  return best;
}

/** Years too old, or years too new plus a century: older data is true of some past, newer is not. */
function distanceInTime(factor: Factor | undefined, year: number | undefined): number {
  const behind = (year ?? NEWEST) - (factor?.year ?? 0);
  return behind >= 0 ? behind : 100 - behind;
}

const NEWEST = 9999;

/** Sentences on where a factor falls short of a place and a year. */
export function stepsTo(
  factor: Factor,
  geography: string | undefined,
  year: number | undefined,
): string[] {
  const steps: string[] = [];
  if (geography !== undefined && factor.geography !== geography) {
    const [from, to] = [factor.geography, geography].map(placeInWords);
    steps.push(`A factor for ${from} stands in for ${to}.`);
  }
  if (year !== undefined && factor.year !== null && factor.year !== year) {
    steps.push(`A factor of ${factor.year} stands in for ${year}.`);
  }
  return steps;
}
