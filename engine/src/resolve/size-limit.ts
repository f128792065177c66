import { CalculationError } from '../errors.ts';
import type { ResolvedProduct } from './resolved.ts';

/** Characters of JSON of a contribution and of an assumption without their own texts, as a product of 5,000 flows has them. */
const CONTRIBUTION_CHARACTERS = 600;
const ASSUMPTION_CHARACTERS = 250;

/**
 * A function that counts what was resolved, and refuses a result of more than so many characters of JSON before it is
 * worked out. A result is made, written and read as a whole.
 */
export function sizeLimit(maxCharacters: number | undefined): (product: ResolvedProduct) => void {
  let characters = 0;
  return ({ name, flows, decisions, gaps, warnings = [] }) => {
    for (const { label } of flows) characters += CONTRIBUTION_CHARACTERS + label.length;
    for (const { reason } of [...decisions, ...gaps])
      characters += ASSUMPTION_CHARACTERS + reason.length;
    for (const { message } of warnings) characters += message.length;
    if (maxCharacters === undefined || characters <= maxCharacters) return;
    const message = `The calculation is too large at "${name}": its result would have more than ${maxCharacters / 1_000_000} MB. Each part, step and leg takes about 1 kB, and more with a long name: calculate fewer products at a time, or split the product.`;
    throw new CalculationError([{ path: [], code: 'TOO_LARGE', message, suggestions: [] }]);
  };
}
