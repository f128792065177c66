/**
 * The greenhouse gases of life-cycle inventories by CAS number and by the names that nomenclatures
 * use (ILCD, ecoinvent, US LCI, SimaPro, openLCA), with their GWP100 of the IPCC's sixth assessment
 * report (WG I, table 7.SM.7; methane 29.8 from fossil and 27.0 from other sources, table 7.15).
 */
const GASES: readonly (readonly [cas: string, gwp100: number, ...names: string[]])[] = [
  ['124-38-9', 1, 'carbon dioxide'],
  ['74-82-8', 29.8, 'methane'],
  ['10024-97-2', 273, 'dinitrogen monoxide', 'nitrous oxide', 'dinitrogen oxide'],
  ['2551-62-4', 25_200, 'sulfur hexafluoride', 'sulphur hexafluoride'],
  ['7783-54-2', 17_400, 'nitrogen fluoride', 'nitrogen trifluoride'],
  ['75-73-0', 7380, 'tetrafluoromethane', 'methane tetrafluoro cfc 14', 'cfc 14', 'r 14'],
  ['76-16-4', 12_400, 'hexafluoroethane', 'ethane hexafluoro hfc 116', 'hfc 116', 'cfc 116'],
  ['76-19-7', 9290, 'perfluoropropane', 'octafluoropropane'],
  ['75-46-7', 14_600, 'trifluoromethane', 'methane trifluoro hfc 23', 'hfc 23'],
  ['75-10-5', 771, 'difluoromethane', 'methane difluoro hfc 32', 'hfc 32'],
  ['354-33-6', 3740, 'pentafluoroethane', 'ethane pentafluoro hfc 125', 'hfc 125'],
  ['811-97-2', 1530, 'ethane 1112 tetrafluoro hfc 134a', 'hfc 134a', 'r 134a'],
  ['420-46-2', 5810, 'ethane 111 trifluoro hfc 143a', 'hfc 143a'],
  ['75-37-6', 164, 'ethane 11 difluoro hfc 152a', 'hfc 152a'],
  ['431-89-0', 3600, 'hfc 227ea'],
  ['75-69-4', 6230, 'trichlorofluoromethane', 'methane trichlorofluoro cfc 11', 'cfc 11'],
  ['75-71-8', 12_500, 'dichlorodifluoromethane', 'methane dichlorodifluoro cfc 12', 'cfc 12'],
  ['76-13-1', 6520, 'ethane 112 trichloro 122 trifluoro cfc 113', 'cfc 113'],
  ['76-14-2', 9430, 'ethane 12 dichloro 1122 tetrafluoro cfc 114', 'cfc 114'],
  ['75-72-9', 16_200, 'methane chlorotrifluoro cfc 13', 'cfc 13'],
  ['75-45-6', 1960, 'chlorodifluoromethane', 'methane chlorodifluoro hcfc 22', 'hcfc 22'],
  ['75-63-8', 7200, 'methane bromotrifluoro halon 1301', 'halon 1301'],
  ['353-59-3', 1930, 'methane bromochlorodifluoro halon 1211', 'halon 1211'],
  ['56-23-5', 2200, 'carbon tetrachloride', 'tetrachloromethane', 'methane tetrachloro r 10'],
  ['67-66-3', 20.6, 'chloroform', 'trichloromethane'],
  ['75-09-2', 11.2, 'dichloromethane', 'methane dichloro hcc 30', 'methylene chloride'],
];
const NON_FOSSIL_METHANE = 27;

const BY_CAS = new Map(GASES.map(([cas, gwp]) => [cas, gwp]));
const BY_NAME = new Map(
  GASES.flatMap(([, gwp, ...names]) => names.map((name) => [name, gwp] as const)),
);

/** Words that say where carbon comes from; they are not part of a gas's name. */
const ORIGIN =
  /\b(fossil|biogenic|non fossil|unspecified|from soil or biomass stock|to soil or biomass stock|land transformation|land use change|peat oxidation|from soil|100 ?yr|long term|in air|to air)\b/g;
const NON_FOSSIL = /\b(biogenic|non fossil|non-fossil)\b/i;
const LAND_USE = /land transformation|land use change|soil or biomass stock|peat/i;

type GreenhouseGas = {
  readonly gwp100: number;
  readonly kind: 'CO2' | 'BIOGENIC_CO2' | 'CH4' | 'N2O' | 'OTHER';
};

/** The gas of an emission to air; undefined if it is no greenhouse gas that we know. */
export function greenhouseGasOf(flow: {
  readonly name: string;
  readonly cas?: string | undefined;
}): GreenhouseGas | undefined {
  const gwp100 = BY_CAS.get(casOf(flow.cas)) ?? BY_NAME.get(gasName(flow.name));
  if (gwp100 === undefined) return undefined;
  const isBiogenic = NON_FOSSIL.test(flow.name) && !LAND_USE.test(flow.name);
  if (gwp100 === 1)
    return { gwp100: isBiogenic ? 0 : 1, kind: isBiogenic ? 'BIOGENIC_CO2' : 'CO2' };
  if (gwp100 === 29.8) return { gwp100: isBiogenic ? NON_FOSSIL_METHANE : gwp100, kind: 'CH4' };
  return { gwp100, kind: gwp100 === 273 ? 'N2O' : 'OTHER' };
}

/** `000124-38-9` and `124-38-9` are the same number. */
export function casOf(cas: string | undefined): string {
  return (cas ?? '').trim().replace(/^0+(?=\d)/, '');
}

function gasName(name: string): string {
  return plainName(name).replaceAll(ORIGIN, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** A flow's name without capitals, punctuation and double spaces, to compare nomenclatures. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[,']/g, name.includes('-') ? '' : ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
