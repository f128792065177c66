import type { Factor } from '../factor.ts';
import { type ConvertedSpend, convertSpend, currencyOf, industryOf } from '../library/spend.ts';
import { addFlow, type Draft, decideSteps, type Place, type Quantity, refuse } from './draft.ts';
import type { MaterialAmount, ResolvedMaterial } from './resolve-material.ts';

/** True if the amount is money: `quantity: 120, unit: "EUR_2024"`. */
export function isSpend({ library }: Draft, unit: string): boolean {
  return currencyOf(library.spend, unit) !== undefined;
}

/**
 * Money in the currency and the prices of a factor, with the rate as a sentence. A problem where no rate
 * of the time is known.
 */
export function spendInUnitOf(
  draft: Draft,
  place: Place,
  factor: Factor,
  { amount, unit }: Quantity,
): ConvertedSpend | undefined {
  const { spend } = draft.library;
  const { currency = '', year = draft.options.year } = currencyOf(spend, unit) ?? {};
  const converted = convertSpend(spend, { amount, currency, year }, factor.unit);
  if (converted !== undefined) return converted;
  const known = (spend.rates.get(currency) ?? []).map((rate) => rate.year);
  const message = `No exchange rate is known for ${currency} in ${year ?? 'the present'}: rates go from ${known[0]} to ${known.at(-1)}. Convert the amount to USD or EUR of that year.`;
  refuse(draft, [...place.path, 'unit'], message);
  return undefined;
}

/**
 * The last resort, where neither mass nor piece is known: kg CO2e = money · kg CO2e per money of the
 * industry that the words name, converted to the currency and the prices of the factor.
 */
export function resolveSpend(
  draft: Draft,
  place: Place,
  { material, amount, unit, originCountry, pedigree, uncertainty }: MaterialAmount,
): ResolvedMaterial | undefined {
  const { library } = draft;
  const path = [...place.path, 'material'];
  const money = currencyOf(library.spend, unit);
  const factor = industryOf(library.spend, material, originCountry);
  if (money === undefined || factor === undefined) {
    const message = `No industry is known for "${material}" that was paid for in ${unit}. Name the kind of good or service ("laptop repair", "office furniture"), or give the factorId of an industry of the set epa-supply-chain-1.3.0.`;
    refuse(draft, path, message, 'MISSING_FACTOR');
    return undefined;
  }
  const converted = spendInUnitOf(draft, place, factor, { amount, unit });
  if (converted === undefined) return undefined;
  const traits = { pedigree, geography: originCountry, isProxy: true, spread: uncertainty };
  const quantity = { amount: converted.amount, unit: factor.unit };
  const flows = addFlow(draft, place, factor, quantity, traits);
  const reason = `Calculated by spend, the last resort: "${material}" counts as the industry "${factor.name}" (${factor.sourceId}, ${factor.geography}). ${converted.text}`;
  decideSteps(draft, path, factor, [reason], flows);
  return { virgin: factor, recycled: undefined, recycledShare: 0 };
}
