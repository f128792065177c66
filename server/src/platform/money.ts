/** Money as the database holds it: whole minor units (cents) of a currency. */
export type Money = { readonly minor: number; readonly currency: string };

/** Money that need not be whole minor units, such as a cost per tonne. */
export type ExactMoney = { readonly amount: number; readonly currency: string };

/** Largest integer that a 64-bit float counts exactly; the database could hold more. */
export const MAX_MINOR = Number.MAX_SAFE_INTEGER;

/** Money as the API writes it, where no GraphQL type does. */
export function moneyJson(money: Money): {
  readonly amount: string;
  readonly currencyCode: string;
} {
  return { amount: decimalText(money), currencyCode: money.currency };
}

const knownDecimals = new Map<string, number>();

/** Decimal places of a currency: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217, by CLDR). */
export function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  // Making a formatter takes 30 µs: too long to do it for every row of a file.
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  knownDecimals.set(currency, decimals);
  return decimals;
}

/** Minor units of a decimal text such as "19.90"; undefined when it has more places than the currency, or is too large. */
export function minorUnits(amount: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const [whole = '', fraction = ''] = amount.split('.');
  const significant = fraction.replace(/(?<!0)0+$/, '');
  if (significant.length > decimals) return undefined;
  const minor = Number(`${whole}${significant.padEnd(decimals, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** The decimal text of an amount of money: 1990 minor units of EUR are "19.90". */
export function decimalText({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  // A sum may be larger than a float writes without an exponent.
  const whole = BigInt(minor);
  if (decimals === 0) return String(whole);
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Digits that are sure of an amount that was calculated. */
const SIGNIFICANT_DIGITS = 12;

/** The decimal text of an amount that need not be whole minor units: "0.004" and "19.90". */
export function exactDecimalText({ amount, currency }: ExactMoney): string {
  const size = Math.abs(amount);
  if (size >= 10 ** SIGNIFICANT_DIGITS) return String(BigInt(Math.round(amount)));
  const wholeDigits = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  const [whole = '', fraction = ''] = amount.toFixed(SIGNIFICANT_DIGITS - wholeDigits).split('.');
  const decimals = fraction.replace(/(?<!0)0+$/, '').padEnd(decimalsOf(currency), '0');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}
