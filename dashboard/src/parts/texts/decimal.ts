import { language } from '../../language.ts';

const parts = new Intl.NumberFormat(language).formatToParts(0.5);
const decimalSign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';

/** A number with a decimal point or comma. */
const DECIMAL = /^[-−+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?$/i;
const GROUPED = /^[-−+]?[1-9]\d{0,2}([.,])\d{3}$/;

/** A typed number as JSON writes it, "0.2" for "0,2"; undefined for a text that is none. */
export function decimalOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  // English readers write 1250 as 1,250, Germans as 1.250: only the decimal sign of the language is one there.
  const sign = GROUPED.exec(text)?.[1] ?? decimalSign;
  if (!DECIMAL.test(text) || sign !== decimalSign) return undefined;
  return String(Number(text.replace(',', '.').replace('−', '-')));
}

/** A number for a field that `decimalOf` reads. */
export function typedDecimal(value: number | string | null | undefined): string {
  return String(value ?? '').replace('.', decimalSign);
}
