import { decimalText, type Money, minorUnits } from '../platform/money.ts';
import { builder } from './builder.ts';
import type { Problem } from './refusal.ts';

export const MoneyRef = builder.objectRef<Money>('Money').implement({
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      description: 'The amount as exact decimal text, such as "19.90".',
      resolve: (money) => decimalText(money),
    }),
    currencyCode: t.field({
      type: 'CurrencyCode',
      description: 'Its currency by ISO 4217 code.',
      resolve: (money) => money.currency,
    }),
  }),
});

export const MoneyInput = builder.inputType('MoneyInput', {
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'Exact decimal text, such as "19.90".',
    }),
    currencyCode: t.field({
      type: 'CurrencyCode',
      required: true,
      description: 'ISO 4217 code, such as EUR.',
    }),
  }),
});

type MoneyGiven = { readonly amount: string; readonly currencyCode: string };

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
      message: `${amount} has more decimals than ${currency} has, or is too large.`,
    });
  } else if (minor < 0) {
    problems.push({
      path: [...path, 'amount'],
      code: 'OUT_OF_RANGE',
      message: 'The amount must not be negative.',
    });
  }
  return { minor: minor ?? 0, currency };
}
