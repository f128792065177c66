/** Symbols of the codes of UN/ECE Recommendation 20 that the schemas of passports use; a count and a share have none. */
export const RECOMMENDATION_20_SYMBOLS: Readonly<Record<string, string>> = {
  AMH: 'Ah',
  C62: '',
  CEL: '°C',
  HUR: 'h',
  KGM: 'kg',
  KWH: 'kWh',
  MTQ: 'm³',
  MTR: 'm',
  OHM: 'Ω',
  VLT: 'V',
  WTT: 'W',
};
