import type { FootprintFacts } from '../facts.ts';
import { massText, massUnitFor } from '../numbers.ts';
import type { Words } from '../words.ts';

/** The amount of a picture in the unit that suits it; all masses of the picture are in that unit. */
export type Headline = {
  /** A mass without its unit. */
  readonly mass: (kg: number) => string;
  /** `g`, `kg` or `t`. */
  readonly unit: string;
  readonly digits: string;
  /** Digits and unit, such as `7.24 kg CO2e`. */
  readonly text: string;
  /** The 95 % interval in words, or that there is no range. */
  readonly range: string;
};

export function headlineOf(
  { co2eKg, range }: Pick<FootprintFacts, 'co2eKg' | 'range'>,
  { say, locale }: Words,
): Headline {
  const unit = massUnitFor(co2eKg);
  const mass = (kg: number) => massText(kg, unit, locale);
  const digits = mass(co2eKg);
  return {
    mass,
    unit: unit.symbol,
    digits,
    text: `${digits} ${unit.symbol} CO2e`,
    range:
      range === null
        ? say('noRange')
        : say('range', { low: mass(range.lowCo2eKg), high: mass(range.highCo2eKg) }),
  };
}
