import { badInput, CalculationError, type Problem } from '../errors.ts';
import type { Factor } from '../factor.ts';
import { UK_GRID_ROWS } from '../library/energy-rows.ts';
import type { FactorLibrary } from '../library/library.ts';
import { type Change, type Override, overrideName } from './override.ts';

type SetGridYear = Extract<Change, { readonly op: 'SET_GRID_YEAR' }>;

/**
 * The library with grid electricity of one year: of each place and source the edition of that year,
 * and the others unchanged. A set per pathway, such as one made by premise, is imported by the
 * organization and named by `factorSet`.
 */
export function libraryOfGridYear(
  library: FactorLibrary,
  change: SetGridYear & { readonly name?: string | undefined },
  at: number,
): FactorLibrary {
  const { year, factorSet } = change;
  const isWanted = (factor: Factor) =>
    factor.year === year && (factorSet === undefined || isOf(library, factor, factorSet));
  const wanted = library.gridElectricity.filter(isWanted);
  if (wanted.length === 0) {
    const known = library.gridElectricity.flatMap((factor) => factor.year ?? []);
    const years = [...new Set(known)].sort((a, b) => a - b).map(String);
    const where = factorSet === undefined ? '' : ` in the set ${factorSet}`;
    const message = `The override "${overrideName(change, at)}" matches nothing: the library has no grid electricity of ${year}${where}. It has ${years.join(', ')}.`;
    throw new CalculationError([badInput(['overrides', at, 'year'], message, years)]);
  }
  const replaced = new Set(wanted.map(editionKey));
  const rest = library.gridElectricity.filter((factor) => !replaced.has(editionKey(factor)));
  return {
    ...library,
    gridElectricity: [...wanted, ...rest],
    desnzRows: rowsOfYear(library, isWanted),
  };
}

/** Problems of years of the grid that no electricity of the outcome is of. */
export function unusedYears(
  overrides: readonly Override[],
  { gridElectricity }: FactorLibrary,
  used: readonly Pick<Factor, 'id' | 'year'>[],
): Problem[] {
  const ofGrid = new Set(gridElectricity.map(({ id }) => id));
  const years = new Set(used.flatMap(({ id, year }) => (ofGrid.has(id) ? year : [])));
  return overrides.flatMap((override, at): Problem[] => {
    if (override.op !== 'SET_GRID_YEAR' || years.has(override.year)) return [];
    const message = `The override "${overrideName(override, at)}" matches nothing: the library has no grid electricity of ${override.year} for the places that use it here.`;
    return [badInput(['overrides', at, 'year'], message)];
  });
}

/** Editions of one factor have its name and place. */
function editionKey({ name, geography }: Factor): string {
  return `${geography} ${name}`;
}

function isOf({ sets }: FactorLibrary, { setId }: Factor, wanted: string): boolean {
  const set = sets.get(setId);
  return setId === wanted || set?.slug === wanted || set?.name === wanted;
}

/** The rows of the British grid in the edition of the year, if the library has it. */
function rowsOfYear(
  { desnzRows }: FactorLibrary,
  isWanted: (factor: Factor) => boolean,
): FactorLibrary['desnzRows'] {
  const { direct, losses, upstream } = UK_GRID_ROWS;
  const rows = new Map(desnzRows);
  for (const row of [direct, losses, ...upstream]) {
    const editions = row === undefined ? undefined : desnzRows.get(row);
    const ofYear = editions?.filter(isWanted) ?? [];
    if (row !== undefined && ofYear.length > 0) rows.set(row, ofYear);
  }
  return rows;
}
