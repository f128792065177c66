import { boundaryWord, gwpSetText, isWithin, unitText, verificationText } from '../../facts.ts';
import { declaredNumber, percentText } from '../../numbers.ts';
import type { ReportFacts } from '../../report-facts.ts';
import type { Words } from '../../words.ts';

/** Goal, scope and method of a result, and the names of its makers, which ISO 14067 asks of a report. */
export function methodRows(
  facts: ReportFacts,
  words: Words,
  amountOf: (kg: number) => string,
): readonly (readonly [name: string, text: string])[] {
  const { say, locale } = words;
  const { electricity, gwpShares, perUse, perYear, factorYears } = facts;
  const number = (value: number) => declaredNumber(value, locale);
  const gwp = gwpShares.map(({ gwpSet, share }) => {
    return `GWP100 ${gwpSetText(gwpSet, words)} ${percentText(share, locale)}`;
  });
  // ISO 14067: a partial footprint is of a declared unit, a footprint over the whole life of a functional unit.
  const isWhole = facts.boundary === 'CRADLE_TO_GRAVE';
  const unit = say(isWhole ? 'functionalUnit' : 'declaredUnit');
  const boundary = say(boundaryWord(facts));
  const years = factorYears === null ? [] : [...new Set(Object.values(factorYears))];
  return [
    [say('goal'), facts.goal ?? say('notStated')],
    [unit, `${unitText(facts.declaredUnit, words)} ${facts.productName}`],
    [say('boundary'), isWhole ? boundary : `${boundary}. ${say('partialFootprint')}`],
    [say('methodTitle'), [say('method'), ...gwp].join(', ')],
    [say('cutOff'), say('cutOffNone')],
    [say('allocation'), say('allocationSources')],
    [say('recyclingMethod'), facts.recycling === 'CFF' ? 'CFF (PEF)' : 'Cut-off'],
    [
      say('electricityBoth'),
      `${amountOf(electricity.locationCo2eKg)}; ${amountOf(electricity.marketCo2eKg)}`,
    ],
    ...(perUse !== null && isWithin(facts.boundary, 'USE')
      ? [[say('perUse', { uses: number(perUse.uses) }), amountOf(perUse.co2eKg)] as const]
      : []),
    ...(perYear != null && isWhole
      ? [[say('perYear', { years: number(perYear.years) }), amountOf(perYear.co2eKg)] as const]
      : []),
    ...(years.length > 0 ? [[say('factorYears'), years.join(' – ')] as const] : []),
    [say('calculatedBy'), facts.organizationName],
    [say('date'), facts.calculatedOn],
    [say('verification'), verificationText(facts, words)],
    [say('program'), `Trackway ${facts.engineVersion}`],
    [say('fingerprint'), facts.snapshotHash],
  ];
}
