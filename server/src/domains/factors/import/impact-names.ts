import type { ImpactCategory } from '@trackway/engine';

/**
 * The names that databases give to the impact categories of EF, reduced to letters, with the code
 * they stand for. Parts of a category (climate change: biogenic) are not among them: they would be
 * counted beside their total.
 */
const CODE_BY_NAME: ReadonlyMap<string, ImpactCategory> = new Map([
  ['climatechange', 'CC'],
  ['climatechangetotal', 'CC'],
  ['globalwarming', 'CC'],
  ['globalwarmingpotentialgwp', 'CC'],
  ['ozonedepletion', 'ODP'],
  ['humantoxicitycancer', 'HTOX_c'],
  ['humantoxicitycarcinogenic', 'HTOX_c'],
  ['humantoxicitycancertotal', 'HTOX_c'],
  ['humantoxicitynoncancer', 'HTOX_nc'],
  ['humantoxicitynoncarcinogenic', 'HTOX_nc'],
  ['humantoxicitynoncancertotal', 'HTOX_nc'],
  ['particulatematter', 'PM'],
  ['particulatematterformation', 'PM'],
  ['ionisingradiation', 'IR'],
  ['ionisingradiationhumanhealth', 'IR'],
  ['photochemicalozoneformation', 'POCP'],
  ['photochemicalozoneformationhumanhealth', 'POCP'],
  ['photochemicaloxidantformationhumanhealth', 'POCP'],
  ['acidification', 'AP'],
  ['eutrophicationterrestrial', 'EPT'],
  ['eutrophicationfreshwater', 'EPF'],
  ['eutrophicationmarine', 'EPM'],
  ['ecotoxicityfreshwater', 'ETF'],
  ['ecotoxicityfreshwatertotal', 'ETF'],
  ['landuse', 'LU'],
  ['wateruse', 'WU'],
  ['resourceusemineralsandmetals', 'RUMM'],
  ['materialresourcesmetalsminerals', 'RUMM'],
  ['resourceusefossils', 'RUF'],
  ['energyresourcesnonrenewable', 'RUF'],
]);

/** The code of an impact category by its name; the indicator tells GWP100 from other horizons. */
export function impactCategoryOf(category: string, indicator = ''): ImpactCategory | undefined {
  // IPCC methods list GWP20, GWP100, GWP500 and GTP under one category.
  if (/\b(GWP20|GWP500|GTP\d*)\b/.test(indicator)) return undefined;
  return CODE_BY_NAME.get(letters(category));
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '');
}
