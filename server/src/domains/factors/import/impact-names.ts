import type { ImpactCategory } from '@trackway/engine';

/**
 * Names that databases use for the impact categories of EF, reduced to letters, with the code of
 * the category. Parts of a category (climate change: biogenic) are not included: they would be
 * counted in addition to their total.
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

/**
 * Code of an impact category by its name; the indicator distinguishes GWP100 from other horizons.
 */
export function impactCategoryOf(category: string, indicator = ''): ImpactCategory | undefined {
  // IPCC methods list GWP20, GWP100, GWP500 and GTP under one category.
  if (/\b(GWP20|GWP500|GTP\d*)\b/.test(indicator)) return undefined;
  return CODE_BY_NAME.get(letters(category));
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '');
}
