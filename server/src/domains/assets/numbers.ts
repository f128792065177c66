import type { AssetLocale } from './model.ts';

/** Languages of the EU that write a decimal point; all others write a comma. */
const DECIMAL_POINT: ReadonlySet<AssetLocale> = new Set(['en', 'ga', 'mt']);

/** Groups digits as ISO 80000-1 does: a thin space, from five digits on. */
const THIN_SPACE = '\u2009';
const MINUS = '\u2212';

/**
 * A number with a fixed number of significant figures, rounded half up on its decimal digits: 7.245 is 7.25, and
 * −7.245 is −7.24, so that rounding never makes a result look better.
 */
export function significant(value: number, figures = 3): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const kept = digits.slice(0, figures).padEnd(figures, '0');
  const rest = digits.slice(figures);
  const isHalfOrMore = value > 0 ? rest >= '5' : rest > '5';
  const rounded = String(Number(kept) + (rest !== '' && isHalfOrMore ? 1 : 0));
  // 9.996 becomes 10.0: one digit more before the point, one less after it.
  const power = Number(exponent) + (rounded.length - figures);
  const shown = rounded.slice(0, figures);
  return `${value < 0 ? '-' : ''}${placed(shown, power)}`;
}

/** Digits with the point after the first one, moved by a power of ten. */
function placed(digits: string, power: number): string {
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  const fraction = digits.slice(power + 1);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Writes a plain decimal number in the manner of a language, without the locale data of the host. */
export function localized(plain: string, locale: AssetLocale): string {
  const [whole = '0', fraction] = plain.replace('-', '').split('.');
  const grouped = whole.length < 5 ? whole : thousandsOf(whole).join(THIN_SPACE);
  const point = DECIMAL_POINT.has(locale) ? '.' : ',';
  const sign = plain.startsWith('-') ? MINUS : '';
  return `${sign}${grouped}${fraction === undefined ? '' : `${point}${fraction}`}`;
}

/** At most six significant figures of a number that was declared, in the manner of a language. */
export function declaredNumber(value: number, locale: AssetLocale): string {
  const digits = significant(value, 6);
  return localized(digits.includes('.') ? digits.replace(/\.0+$|(?<!0)0+$/, '') : digits, locale);
}

/** 1234567 as 1, 234 and 567. */
function thousandsOf(whole: string): string[] {
  const first = whole.length % 3;
  const others = whole.slice(first).match(/\d{3}/g) ?? [];
  return first === 0 ? others : [whole.slice(0, first), ...others];
}

/** A share in percent with at most one decimal, rounded half up; a small one is below a tenth, not zero. */
export function percentText(share: number, locale: AssetLocale): string {
  if (share > 0 && share < 0.0005) return `<\u00a0${localized('0.1', locale)}\u00a0%`;
  const tenths = Math.round(Number((share * 1000).toPrecision(12)));
  return `${localized(String(tenths / 10), locale)}\u00a0%`;
}

type MassUnit = { readonly symbol: 'mg' | 'g' | 'kg' | 't'; readonly perKg: number };

const KG: MassUnit = { symbol: 'kg', perKg: 1 };

/** Unit in which an amount has few zeros; all numbers of one picture use that of its total. */
export function massUnitFor(kg: number): MassUnit {
  const amount = Math.abs(kg);
  if (amount === 0) return KG;
  if (amount < 1e-4) return { symbol: 'mg', perKg: 1e6 };
  if (amount < 0.1) return { symbol: 'g', perKg: 1e3 };
  return amount < 10_000 ? KG : { symbol: 't', perKg: 1e-3 };
}

/** Three significant figures of a mass in a unit, in the manner of a language. */
export function massText(kg: number, unit: MassUnit, locale: AssetLocale): string {
  // In steps of ten the decimal digits stay those of the result.
  const scaled = Number(`${Number(kg.toPrecision(15)) * unit.perKg}`);
  return localized(significant(Number(scaled.toPrecision(15))), locale);
}
