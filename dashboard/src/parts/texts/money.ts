import { language } from '../../language.ts';
/** An amount with its currency, as people write it. */
export function money({
  amount,
  currencyCode,
}: {
  readonly amount: string;
  readonly currencyCode: string;
}): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: currencyCode }).format(
    Number(amount),
  );
}
