import { CalculationError } from '../errors.ts';
import type { ResolvedProduct } from './resolved.ts';

/** Characters of JSON of a contribution and of an assumption without their texts. */
const CONTRIBUTION = 600;
const ASSUMPTION = 250;

/** Counts what is resolved, and refuses a result of more than so many characters of JSON before it is worked out. */
export function sizeLimit(maxCharacters = Number.POSITIVE_INFINITY): (of: ResolvedProduct) => void {
  let characters = 0;
  return ({ name, flows, decisions, gaps }) => {
    for (const { label } of flows) characters += CONTRIBUTION + label.length;
    for (const { reason } of [...decisions, ...gaps]) characters += ASSUMPTION + reason.length;
    if (characters <= maxCharacters) return;
    const message = `The calculation is too large at "${name}": its result would have more than ${maxCharacters / 1_000_000} MB. Each part, step and leg takes about 1 kB, and more with a long name: calculate fewer products at a time, or split the product.`;
    throw new CalculationError([{ path: [], code: 'TOO_LARGE', message, suggestions: [] }]);
  };
}
