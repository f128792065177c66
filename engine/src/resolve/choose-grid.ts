import type { Factor } from '../factor.ts';
import { type Choice, chooseRemembered } from '../library/choose-factor.ts';
import { logSpread } from '../library/factor-variance.ts';
import type { FactorLibrary } from '../library/library.ts';
import { GLOBAL, placesFrom } from '../library/regions.ts';

export interface GridChoice extends Choice {
  /** A shared factor that fits place and year better than the organization's own that was taken. */
  readonly betterFit?: Factor | undefined;
  /** σ² of ln x of the grid of another place: that between countries. */
  readonly basicVariance?: number | undefined;
}

interface Grids {
  readonly own: readonly Factor[];
  readonly shared: readonly Factor[];
  /** σ² of ln x between the average grids of countries. */
  readonly spread: number | undefined;
}

/**
 * The grid of a place. An organization's own factor comes before any shared one if it is of the place or of a
 * region around it, whatever its year: the own grid of another country says nothing of this place.
 */
export function chooseGrid(
  library: FactorLibrary,
  country: string | undefined,
  year: number | undefined,
): GridChoice | undefined {
  const choice = chooseOwnOrShared(library, country, year);
  if (choice === undefined || choice.factor.geography === country) return choice;
  const isOwn = library.ownSetIds.has(choice.factor.setId);
  return isOwn ? choice : { ...choice, basicVariance: gridsOf(library).spread };
}

/** The organization's residual mix of a place or of a region around it. */
export function chooseResidualMix(
  { residualMixes }: FactorLibrary,
  country: string | undefined,
  year: number | undefined,
): Choice | undefined {
  if (country === undefined || residualMixes.length === 0) return undefined;
  const choice = chooseRemembered(residualMixes, country, year);
  return choice && placesFrom(country).includes(choice.factor.geography) ? choice : undefined;
}

function chooseOwnOrShared(
  library: FactorLibrary,
  country: string | undefined,
  year: number | undefined,
): GridChoice | undefined {
  const { own, shared } = gridsOf(library);
  const place = country ?? GLOBAL;
  const sharedChoice = chooseRemembered(shared, place, year);
  const ownChoice = chooseRemembered(own, place, year);
  if (ownChoice === undefined || sharedChoice === undefined) return ownChoice ?? sharedChoice;
  const isOfPlace = country === undefined || placesFrom(place).includes(ownChoice.factor.geography);
  if (!isOfPlace) return sharedChoice;
  const isWorse = sharedChoice.steps.length < ownChoice.steps.length;
  return isWorse ? { ...ownChoice, betterFit: sharedChoice.factor } : ownChoice;
}

const remembered = new WeakMap<FactorLibrary, Grids>();

function gridsOf(library: FactorLibrary): Grids {
  const known = remembered.get(library);
  if (known !== undefined) return known;
  const { gridElectricity, ownSetIds } = library;
  const isOwn = ({ setId }: Factor) => ownSetIds.has(setId);
  const own = gridElectricity.filter(isOwn);
  const shared = gridElectricity.filter((factor) => !isOwn(factor));
  const national = shared.filter(({ geography }) => /^[A-Z]{2}$/.test(geography));
  const spread = logSpread(national.map(({ co2eKgPerUnit }) => co2eKgPerUnit));
  const grids = { own, shared, spread };
  remembered.set(library, grids);
  return grids;
}
