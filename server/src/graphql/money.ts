import { decimalText, type ExactMoney, exactDecimalText, type Money } from '../platform/money.ts';
import type { Problem } from '../rules/errors/api-error.ts';
import { type MoneyGiven, readMoney } from '../rules/values/money.ts';
import { builder } from './builder.ts';
import { checkedBy } from './further-problems.ts';

export const MoneyRef = builder.objectRef<Money | ExactMoney>('Money').implement({
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      description: 'The amount as exact decimal text, such as "19.90".',
      resolve: (money) => ('minor' in money ? decimalText(money) : exactDecimalText(money)),
    }),
    currencyCode: t.expose('currency', {
      type: 'CurrencyCode',
      description: 'Currency (ISO 4217 code).',
    }),
  }),
});

export const MoneyInput = builder.inputType('MoneyInput', {
  description: 'An amount of money.',
  extensions: checkedBy(({ amount, currencyCode }: Partial<MoneyGiven>, path) => {
    const problems: Problem[] = [];
    if (amount !== undefined && currencyCode !== undefined)
      readMoney({ amount, currencyCode }, ['input', ...path], problems);
    return problems;
  }),
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
