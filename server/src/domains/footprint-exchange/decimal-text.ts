/** Digits of a decimal: those of a float64 that survive its conversions. */
const DIGITS = 15;

/** A number as PACT writes decimals: digits with a point, never with an exponent. */
export function decimalText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  if (!text.includes('e')) return text;
  return value.toFixed(20).replace(/\.0+$|(?<!0)0+$/, '');
}
