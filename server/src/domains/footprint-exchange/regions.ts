/**
 * Regions and subregions of the United Nations (M49), which PACT names in `geographyRegionOrSubregion`, with
 * their countries of ISO 3166-1.
 */
const SUBREGIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Africa: {
    'Northern Africa': 'DZ EG LY MA SD TN EH',
    'Sub-Saharan Africa':
      'IO BI KM DJ ER ET TF KE MG MW MU YT MZ RE RW SC SO SS UG TZ ZM ZW AO CM CF TD CG CD GQ GA ST BW SZ LS NA ZA BJ BF CV CI GM GH GN GW LR ML MR NE NG SH SN SL TG',
  },
  Americas: {
    'Latin America and the Caribbean':
      'AI AG AW BS BB BQ VG KY CU CW DM DO GD GP HT JM MQ MS PR BL KN LC MF VC SX TT TC VI BZ CR SV GT HN MX NI PA AR BO BV BR CL CO EC FK GF GY PY PE GS SR UY VE',
    'Northern America': 'BM CA GL PM US',
  },
  Asia: {
    'Central Asia': 'KZ KG TJ TM UZ',
    'Eastern Asia': 'CN HK MO KP JP MN KR TW',
    'South-eastern Asia': 'BN KH ID LA MY MM PH SG TH TL VN',
    'Southern Asia': 'AF BD BT IN IR MV NP PK LK',
    'Western Asia': 'AM AZ BH CY GE IQ IL JO KW LB OM QA SA PS SY TR AE YE',
  },
  Europe: {
    'Eastern Europe': 'BY BG CZ HU PL MD RO RU SK UA',
    'Northern Europe': 'AX DK EE FO FI GG IS IE IM JE LV LT NO SJ SE GB',
    'Southern Europe': 'AL AD BA HR GI GR VA IT MT ME MK PT SM RS SI ES',
    'Western Europe': 'AT BE FR DE LI LU MC NL CH',
  },
  Oceania: {
    'Australia and New Zealand': 'AU CX CC HM NZ NF',
    Melanesia: 'FJ NC PG SB VU',
    Micronesia: 'GU KI MH FM NR MP PW UM',
    Polynesia: 'AS CK PF NU PN WS TK TO TV WF',
  },
};

const COUNTRIES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(SUBREGIONS).flatMap(([region, parts]) => [
    [folded(region), Object.values(parts).flatMap((codes) => codes.split(' '))] as const,
    ...Object.entries(parts).map(([part, codes]) => [folded(part), codes.split(' ')] as const),
  ]),
);

/** Countries of a region, of a subregion, or the one of a country code; none of anything else. */
export function countriesOf(geography: string): readonly string[] {
  if (/^[a-z]{2}$/i.test(geography)) return [geography.toUpperCase()];
  return COUNTRIES.get(folded(geography)) ?? [];
}

function folded(text: string): string {
  return text.toLowerCase();
}

/** Subregion of a country; undefined without a country, and for one that is in none (Antarctica). */
export function subregionOf(country: string | null): string | undefined {
  return Object.values(SUBREGIONS)
    .flatMap((parts) => Object.entries(parts))
    .find(([, codes]) => country !== null && codes.split(' ').includes(country))?.[0];
}
