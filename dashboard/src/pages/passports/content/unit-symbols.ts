import { t } from '../../../language.ts';

/** Symbols of the units of the schemas, which name them by UN/ECE Recommendation 20; a share has none. */
const SYMBOLS: Readonly<Record<string, string>> = {
  AMH: 'Ah',
  ANN: t('years'),
  C62: '',
  CEL: '°C',
  HUR: t('hours'),
  KGM: 'kg',
  KWH: 'kWh',
  MTQ: 'm³',
  MTR: 'm',
  OHM: 'Ω',
  VLT: 'V',
  WTT: 'W',
};

/** Symbol of the unit of a field; empty without one. */
export function symbolOf(unit: string | null): string {
  return unit === null ? '' : (SYMBOLS[unit] ?? unit);
}
