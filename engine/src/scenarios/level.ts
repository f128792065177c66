import { badInput, type Problem } from '../errors.ts';
import type { Path } from '../path.ts';
import { type EnergyShare, type Override, overrideName } from './override.ts';
import { complaintsOf } from './override-problems.ts';

/**
 * The one number of an override that sweeps and targets vary: a share, a distance, a mass, a factor.
 * Of an energy mix it is the share of the first source; the others share the rest as they do now.
 * Undefined for overrides without one.
 */
export function levelOf(override: Override): number | undefined {
  switch (override.op) {
    case 'SWAP_MATERIAL':
      return override.massRatio ?? 1;
    case 'SET_ENERGY_MIX':
      return override.energyMix[0]?.share;
    case 'SET_DISTANCE':
      return override.distanceKm;
    case 'SET_RECYCLED_SHARE':
      return override.recycledShare;
    case 'SET_QUANTITY':
      return override.massKg ?? override.quantity;
    case 'SCALE':
      return override.factor;
    case 'SET_LOSS_RATE':
      return override.lossRate;
    case 'SET_LIFETIME':
      return override.lifetime.value;
    case 'SET_EOL':
      return override.endOfLife.recycledShare;
    case 'SET_GRID_YEAR':
      return override.year;
    default:
      return undefined;
  }
}

/** The override with another level. */
function withLevel(override: Override, level: number): Override {
  switch (override.op) {
    case 'SWAP_MATERIAL':
      return { ...override, massRatio: level };
    case 'SET_ENERGY_MIX':
      return { ...override, energyMix: mixWith(override.energyMix, level) };
    case 'SET_DISTANCE':
      return { ...override, distanceKm: level };
    case 'SET_RECYCLED_SHARE':
      return { ...override, recycledShare: level };
    case 'SET_QUANTITY':
      return override.massKg === undefined
        ? { ...override, quantity: level }
        : { ...override, massKg: level };
    case 'SCALE':
      return { ...override, factor: level };
    case 'SET_LOSS_RATE':
      return { ...override, lossRate: level };
    case 'SET_LIFETIME':
      return { ...override, lifetime: { ...override.lifetime, value: level } };
    case 'SET_EOL':
      return { ...override, endOfLife: { ...override.endOfLife, recycledShare: level } };
    case 'SET_GRID_YEAR':
      return { ...override, year: level };
    default:
      return override;
  }
}

function mixWith(mix: readonly EnergyShare[], level: number): EnergyShare[] {
  const rest = mix.slice(1).reduce((sum, { share }) => sum + share, 0);
  return mix.map(({ source, share }, at) => {
    if (at === 0) return { source, share: level };
    const part = rest === 0 ? 1 / (mix.length - 1) : share / rest;
    return { source, share: (1 - level) * part };
  });
}

/** Levels that a sweep or a target gives an override. */
export interface WantedLevels {
  /** Position of the override in the scenario. */
  readonly override: number;
  readonly levels: readonly number[];
}

/** Overrides that are not there or have no number, and the first level of each that it cannot take. */
export function levelProblems(
  overrides: readonly Override[],
  wanted: readonly WantedLevels[],
  path: Path,
): Problem[] {
  return wanted.flatMap(({ override: at, levels }, index): Problem[] => {
    const message = levelComplaint(overrides[at], at, levels);
    return message === undefined ? [] : [badInput([...path, index], message)];
  });
}

function levelComplaint(
  override: Override | undefined,
  at: number,
  levels: readonly number[],
): string | undefined {
  if (override === undefined) return `There is no override ${at + 1}.`;
  const name = overrideName(override, at);
  if (levelOf(override) === undefined) return `${name} has no number that can vary.`;
  for (const level of levels) {
    const [complaint] = complaintsOf(withLevel(override, level));
    if (complaint !== undefined) return `${name} cannot take the level ${level}: ${complaint.text}`;
  }
  return undefined;
}

/** The overrides with some levels replaced. */
export function withLevels(
  overrides: readonly Override[],
  levels: ReadonlyMap<number, number>,
): Override[] {
  return overrides.map((override, at) => {
    const level = levels.get(at);
    return level === undefined ? override : withLevel(override, level);
  });
}
