const COUNTRY_CODE = /^[A-Z]{2}$/;
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes of CLDR that are no countries of ISO 3166-1: reserved ones, groups of countries, and none at all. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** Answers by code, at most 676: the look-up takes microseconds, and a product may have 30,000 codes. */
const known = new Map<string, boolean>();

/** True for the ISO 3166-1 alpha-2 code of a country, in capitals. */
export function isCountryCode(code: string): boolean {
  if (!COUNTRY_CODE.test(code)) return false;
  return known.getOrInsertComputed(code, () => isOfCountry(code));
}

function isOfCountry(code: string): boolean {
  if (NO_COUNTRIES.has(code) || REGIONS.of(code) === undefined) return false;
  // A code that was withdrawn, such as SU, reads as the one that took its place.
  return new Intl.Locale(`und-${code}`).region === code;
}
