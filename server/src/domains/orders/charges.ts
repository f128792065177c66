import { MAX_MINOR, type Money } from '../../platform/money.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem, sizeProblems, textProblems } from '../../rules/inputs/problems.ts';

/** A discount or tax of an order; with a rate, its amount follows from the rate. */
export type Charge = {
  readonly label: string;
  /** Exact decimal share, such as 0.19; null if the amount was given. */
  readonly rate: string | null;
  readonly amountMinor: number;
};

/** A discount or tax as a client wants it: by its amount or by its rate. */
export type WantedCharge = {
  readonly label: string;
  readonly rate?: string | undefined;
  readonly amount?: Money | undefined;
};

export type WantedCharges = {
  readonly shippingPrice: Money | undefined;
  readonly discounts: readonly WantedCharge[];
  readonly taxes: readonly WantedCharge[];
  readonly tips: Money | undefined;
};

/** The money of an order in minor units of its currency. */
export type Totals = {
  readonly subtotalMinor: number;
  readonly discounts: readonly Charge[];
  readonly discountMinor: number;
  readonly shippingMinor: number;
  readonly taxes: readonly Charge[];
  readonly taxMinor: number;
  readonly tipsMinor: number;
  readonly totalMinor: number;
};

const MAX_CHARGES = 50;
const MAX_LABEL = 100;

/**
 * Total = lines − discounts + shipping + taxes + tips. A discount by rate is a share of the lines, a tax by rate a
 * share of lines − discounts + shipping. Each amount is rounded to the minor unit of the currency, half up.
 */
export function totalsOf(
  subtotalMinor: number,
  { shippingPrice, discounts: wantedDiscounts, taxes: wantedTaxes, tips }: WantedCharges,
): Totals {
  const shippingMinor = shippingPrice?.minor ?? 0;
  const discounts = wantedDiscounts.map((wanted) => chargeOf(wanted, subtotalMinor));
  const discountMinor = sumOf(discounts);
  const taxable = Math.max(0, subtotalMinor - discountMinor + shippingMinor);
  const taxes = wantedTaxes.map((wanted) => chargeOf(wanted, taxable));
  const taxMinor = sumOf(taxes);
  const tipsMinor = tips?.minor ?? 0;
  const totalMinor = subtotalMinor - discountMinor + shippingMinor + taxMinor + tipsMinor;
  return {
    subtotalMinor,
    discounts,
    discountMinor,
    shippingMinor,
    taxes,
    taxMinor,
    tipsMinor,
    totalMinor,
  };
}

/** A stored discount or tax, to be worked out again for other lines. */
export function wantedAgain({ label, rate, amountMinor }: Charge, currency: string): WantedCharge {
  return rate === null ? { label, amount: { minor: amountMinor, currency } } : { label, rate };
}

/** Everything that is wrong with the charges of an order in a currency. */
export function chargeProblems(wanted: WantedCharges, currency: string): Problem[] {
  const { shippingPrice, discounts, taxes, tips } = wanted;
  return [
    ...currencyProblems(shippingPrice, currency, ['shippingPrice']),
    ...currencyProblems(tips, currency, ['tips']),
    ...listProblems(discounts, currency, 'discounts'),
    ...listProblems(taxes, currency, 'taxes'),
  ];
}

/** Problems of the totals themselves. */
export function totalProblems({ subtotalMinor, discountMinor, totalMinor }: Totals): Problem[] {
  const largest = Math.max(subtotalMinor, totalMinor);
  return [
    ...(discountMinor > Math.max(0, subtotalMinor)
      ? [problem(['discounts'], 'OUT_OF_RANGE', 'Discounts are at most the sum of the lines.')]
      : []),
    ...(largest > MAX_MINOR
      ? [problem(['lines'], 'OUT_OF_RANGE', 'The total is too large to be exact.')]
      : []),
  ];
}

export function currencyProblems(
  price: Money | undefined,
  currency: string,
  path: Path,
): Problem[] {
  if (price === undefined || price.currency === currency) return [];
  const message = `The order is in ${currency}; a price in ${price.currency} does not fit.`;
  return [problem([...path, 'currencyCode'], 'WRONG_CURRENCY', message)];
}

function listProblems(charges: readonly WantedCharge[], currency: string, name: string): Problem[] {
  return [
    ...sizeProblems(charges, [name], MAX_CHARGES),
    ...charges.flatMap((charge, at) => [
      ...ownChargeProblems(charge, [name, at]),
      ...currencyProblems(charge.amount, currency, [name, at, 'amount']),
    ]),
  ];
}

/** Problems of a discount or tax by itself, without the currency of its order. */
export function ownChargeProblems({ label, rate, amount }: WantedCharge, path: Path): Problem[] {
  return [
    ...textProblems(label, [...path, 'label'], MAX_LABEL),
    ...((rate === undefined) === (amount === undefined)
      ? [problem(path, 'EXACTLY_ONE', 'Give exactly one of amount and rate.')]
      : []),
    ...(rate !== undefined && !(Number(rate) >= 0 && Number(rate) <= 1)
      ? [problem([...path, 'rate'], 'OUT_OF_RANGE', `A rate runs from 0 to 1. It was ${rate}.`)]
      : []),
  ];
}

function chargeOf({ label, rate, amount }: WantedCharge, base: number): Charge {
  const amountMinor = rate === undefined ? (amount?.minor ?? 0) : shareOf(base, rate);
  return { label, rate: rate ?? null, amountMinor };
}

/** Decimals have at most 12 places. */
const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);

/** A share of minor units, rounded half up; exact, because a float is not: 50 × 0.57 would be below 28.5. */
function shareOf(minor: number, rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  const scaled = BigInt(`${whole}${fraction.padEnd(SCALE, '0')}`);
  return Number((2n * BigInt(minor) * scaled + ONE) / (2n * ONE));
}

function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
