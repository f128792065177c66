/**
 * Countries by region, as Ember groups them for regional grid averages. The first region that
 * holds a country is its own; wider groups (G20, OECD) are never stepped down to.
 */
const COUNTRIES_BY_REGION: Readonly<Record<string, string>> = {
  'region:europe':
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TR UA VA XK',
  'region:middle-east': 'AE BH IL IQ IR JO KW LB OM PS QA SA SY YE',
  'region:asean': 'BN ID KH LA MM MY PH SG TH VN',
  'region:asia': 'AF AM AZ BD BT CN GE HK IN JP KG KP KR KZ LK MN MO MV NP PK TJ TL TM TW UZ',
  'region:africa':
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  'region:north-america': 'BM CA GL PM US',
  'region:latin-america-and-caribbean':
    'AG AI AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  'region:oceania':
    'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
};

const REGION_OF = new Map(
  Object.entries(COUNTRIES_BY_REGION).flatMap(([region, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, region]),
  ),
);

export const GLOBAL = 'GLO';

/** Further names of a region's factors, after its own: sources name Europe RER or EU. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  'region:asean': ['region:asia'],
  'region:europe': ['RER', 'EU'],
};

export function regionOf(country: string): string | undefined {
  return REGION_OF.get(country);
}

export function isEuropean(country: string): boolean {
  return regionOf(country) === 'region:europe';
}

/** A region or the world, not one country. */
export function isWide(geography: string): boolean {
  return /^(GLO|RER|EU$|region:)/.test(geography);
}

/** `CN`, a subdivision `US-eGRID-CAMX`, `region:asia` or `GLO`. */
export function isGeography(text: string): boolean {
  return /^(GLO$|[A-Z]{2}(-.|$))/.test(text) || Object.hasOwn(COUNTRIES_BY_REGION, text);
}

/** From the place itself outwards: subdivision, country, region, the world. */
export function placesFrom(geography: string): string[] {
  const country = /^[A-Z]{2}-/.test(geography) ? geography.slice(0, 2) : geography;
  const region = regionOf(country);
  const outer = region ? [region, ...(NEXT[region] ?? [])] : [];
  return [...new Set([geography, country, ...outer, GLOBAL])];
}

const NAMES: Readonly<Record<string, string>> = {
  GLO: 'the world',
  RER: 'Europe',
  EU: 'the EU',
  'region:world': 'the world',
  'region:eu': 'the EU',
  'region:asean': 'ASEAN',
  'region:americas': 'the Americas',
  'region:americas-other': 'the Americas without the United States',
  'region:asia-other': 'Asia without China and India',
  'region:mena': 'the Middle East and North Africa',
  'region:sub-saharan-africa': 'Sub-Saharan Africa',
};

/** A geography as people read it: "the world", "Latin America and Caribbean"; a country stays its code. */
export function placeInWords(geography: string): string {
  if (!geography.startsWith('region:')) return NAMES[geography] ?? geography;
  const words = geography.slice('region:'.length).replaceAll('-', ' ');
  return NAMES[geography] ?? words.replace(/\b(?!and)\w/g, (letter) => letter.toUpperCase());
}
