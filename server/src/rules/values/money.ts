import {
  decimalsOf,
  decimalText,
  MAX_MINOR,
  type Money,
  minorUnits,
} from '../../platform/money.ts';
import type { Problem } from '../errors/api-error.ts';

export type MoneyGiven = { readonly amount: string; readonly currencyCode: string };

/** Money as given, in minor units; a problem is added when it cannot be exact or is negative. */
export function readMoney(
  given: MoneyGiven,
  path: readonly (string | number)[],
  problems: Problem[],
): Money {
  const { amount, currencyCode: currency } = given;
  const minor = minorUnits(amount, currency);
  if (minor === undefined) {
    problems.push({
      path: [...path, 'amount'],
      code: 'INVALID_AMOUNT',
      message: `${amount} is not an amount of ${currency}, which has ${decimalsOf(currency)} decimals and at most ${decimalText({ minor: MAX_MINOR, currency })}.`,
    });
  } else if (minor < 0) {
    problems.push({
      path: [...path, 'amount'],
      code: 'OUT_OF_RANGE',
      message: `The amount must not be negative. It was ${amount}.`,
    });
  }
  return { minor: minor ?? 0, currency };
}
