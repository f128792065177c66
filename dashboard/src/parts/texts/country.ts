import { LANGUAGES, language, t } from '../../language.ts';

/** ISO 3166-1 alpha-2, as in `data/reference/iso-3166-1-countries.csv`. */
export const COUNTRY_CODES: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ',
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE ',
  'EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM ',
  'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC ',
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ',
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ',
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
]
  .join('')
  .split(' ');

const named = new Intl.DisplayNames(language, { type: 'region' });

/** Codes by the names of countries in the languages of the dashboard. */
const codes = new Map(
  Object.keys(LANGUAGES).flatMap((each) => {
    const names = new Intl.DisplayNames(each, { type: 'region' });
    return COUNTRY_CODES.map((code) => [plain(names.of(code) ?? code), code] as const);
  }),
);

/** Name of a country in the language of the page; undefined for what is no code of one. */
export function countryName(code: string): string | undefined {
  return COUNTRY_CODES.includes(code) ? named.of(code) : undefined;
}

/** Regions of factors by their codes. */
const REGIONS: Readonly<Record<string, string>> = { GLO: t('World'), RER: t('Europe') };

/** Name of the place of a factor; a code without a name stays. */
export function placeName(code: string): string {
  return countryName(code) ?? REGIONS[code] ?? code;
}

/** Code of a country by its code or name; what is neither stays as it is, and the service says what is wrong. */
export function countryCode(text: string): string {
  const code = text.trim().toUpperCase();
  return COUNTRY_CODES.includes(code) ? code : (codes.get(plain(text)) ?? text.trim());
}

/** Letters only, without case and accents: "Côte d’Ivoire" as people type it. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
}
