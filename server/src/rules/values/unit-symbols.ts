/** Symbols of units of amounts, the same in all languages; pieces and pairs have words. */
export const UNIT_SYMBOLS: Readonly<Record<string, string>> = {
  KG: 'kg',
  M: 'm',
  M2: 'm²',
  M3: 'm³',
  L: 'l',
  KWH: 'kWh',
  TKM: 't·km',
};
