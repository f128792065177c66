import type { Factor } from '../factor.ts';
import { logSpread } from '../library/factor-variance.ts';
import type { MaterialChoice } from '../library/find-material.ts';
import { convert, haveSameDimension } from '../units.ts';
import type { Alternatives } from './resolved.ts';

const MOST_NAMED = 10;

const remembered = new WeakMap<MaterialChoice, Alternatives | undefined>();

/** The other factors of a material that are measured like the chosen one; undefined without any. */
export function alternativesOf(choice: MaterialChoice): Alternatives | undefined {
  if (!remembered.has(choice)) remembered.set(choice, compare(choice));
  return remembered.get(choice);
}

function compare({ factor, alternatives }: MaterialChoice): Alternatives | undefined {
  const others = alternatives.filter(({ unit }) => haveSameDimension(unit, factor.unit));
  const perUnit = (other: Factor) => other.co2eKgPerUnit / convert(1, other.unit, factor.unit);
  const values = [factor, ...others].map(perUnit);
  const logVariance = logSpread(values);
  if (others.length === 0 || logVariance === undefined) return undefined;
  return {
    count: others.length,
    factorIds: others.slice(0, MOST_NAMED).map(({ id }) => id),
    highCo2eKgPerUnit: Math.max(...values),
    logVariance,
    lowCo2eKgPerUnit: Math.min(...values),
  };
}
