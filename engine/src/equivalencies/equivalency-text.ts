import type { EquivalencyKind, EquivalencyLocale, EquivalencyTables } from './equivalency.ts';

/** Two significant figures: an equivalency is a picture, not a measurement. */
const FIGURES = { maximumSignificantDigits: 2 } as const;

/** The sentence of a number of a kind, with the plural form of the language. */
export function equivalencyText(
  { texts }: EquivalencyTables,
  kind: EquivalencyKind,
  locale: EquivalencyLocale,
  amount: number,
): string {
  const text = texts.get(kind)?.get(locale);
  const category = new Intl.PluralRules(locale, FIGURES).select(amount);
  // Languages whose large numbers have a category of their own ("un millón de") write digits here.
  const sentence = text?.[category] ?? text?.other;
  if (sentence === undefined) throw new TypeError(`There is no text of ${kind} in ${locale}.`);
  return sentence.replace('{n}', new Intl.NumberFormat(locale, FIGURES).format(amount));
}
