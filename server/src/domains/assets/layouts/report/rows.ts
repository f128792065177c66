import { UNIT_SYMBOLS } from '../../../../rules/values/unit-symbols.ts';
import type { AssetLocale } from '../../model.ts';
import { localized, significant } from '../../numbers.ts';
import type { ReportFacts } from '../../report-facts.ts';
import type { WordKey, Words } from '../../words.ts';

/** Greenhouse gases in kg CO2e, first those that add up to the result; null for one that no source states. */
export function gasRows(
  gases: ReportFacts['greenhouseGases'],
  { say }: Words,
): readonly (readonly [name: string, co2eKg: number | null])[] {
  const included = (key: WordKey) => say('included', { name: say(key) });
  const { landUseChangeCo2eKg, landUseChangeReason } = gases;
  // Results before engine 0.4.0 have no reason, and 0 for what no factor states.
  const isOld = landUseChangeReason === undefined;
  const landUseChange = isOld ? landUseChangeCo2eKg || null : landUseChangeCo2eKg;
  const notSummed = (key: WordKey) => say('notSummed', { name: say(key) });
  return [
    [say('gasFossil'), gases.fossilCo2Kg],
    ['CH4', gases.methaneCo2eKg],
    ['N2O', gases.nitrousOxideCo2eKg],
    [say('gasUnsplit'), gases.unsplitCo2eKg],
    [say('result'), gases.excludingBiogenicCo2eKg],
    [included('gasLandUse'), landUseChange],
    [included('gasAircraft'), gases.aircraftCo2eKg],
    [notSummed('gasBiogenicOut'), gases.biogenicEmissionsKg],
    [notSummed('gasBiogenicIn'), gases.biogenicRemovalsKg],
  ];
}

/** "0.0720 kg", "9.76 t·km": the amount of a factor's unit; less than a tonne in kg. */
export function amountText(
  { amount, unit }: { amount: number; unit: string },
  locale: AssetLocale,
): string {
  const isSmall = unit === 't' && Math.abs(amount) < 1;
  const [shown, of] = isSmall ? [amount * 1_000, 'kg'] : [amount, unit];
  const symbol = UNIT_SYMBOLS[of.toUpperCase()] ?? of.replaceAll('_', ' ').replaceAll('.', '·');
  return `${localized(significant(shown), locale)} ${symbol}`;
}

/** Biogenic carbon in the product, and the carbon dioxide that it was made of: 44 / 12 of its mass. */
export function carbonContent(
  { biogenicCarbonContentKg: kg }: Pick<ReportFacts, 'biogenicCarbonContentKg'>,
  { say, locale }: Words,
): string {
  const number = (value: number) => localized(significant(value), locale);
  const content =
    kg === null ? say('notStated') : `${number(kg)} kg C (${number((kg * 44) / 12)} kg CO2)`;
  return `${say('biogenicContent')}: ${content}`;
}
