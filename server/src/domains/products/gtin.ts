import { checkDigitOf } from '../../rules/gs1/check-digits.ts';

const LENGTHS = [8, 12, 13, 14];

/** Reason why a text is not a GTIN (GTIN-8, -12, -13 or -14); undefined if it is valid. */
export function gtinProblem(text: string): string | undefined {
  if (!/^\d+$/.test(text) || !LENGTHS.includes(text.length)) {
    return `A GTIN has 8, 12, 13 or 14 digits (got ${text}).`;
  }
  const expected = checkDigitOf(text.slice(0, -1));
  const given = Number(text.at(-1));
  if (given === expected) return undefined;
  return `The check digit of GTIN ${text} should be ${expected}, not ${given}; look for a mistyped digit.`;
}

/** The 14 digits under which a GTIN of any length is the same. */
export function gtin14(gtin: string): string {
  return gtin.padStart(14, '0');
}

/** Every way to write the same GTIN: with leading zeros or without. */
export function equivalentGtins(gtin: string): string[] {
  const full = gtin14(gtin);
  return LENGTHS.map((length) => full.slice(-length)).filter((text) => gtin14(text) === full);
}
