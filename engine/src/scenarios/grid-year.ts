import { CalculationError } from '../errors.ts';
import type { Factor } from '../factor.ts';
import { UK_GRID_ROWS } from '../library/energy-rows.ts';
import type { FactorLibrary } from '../library/library.ts';
import { type Change, overrideName } from './override.ts';

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
    throw new CalculationError([
      { path: ['overrides', at, 'year'], code: 'BAD_INPUT', message, suggestions: years },
    ]);
  }
  const replaced = new Set(wanted.map(editionKey));
  const rest = library.gridElectricity.filter((factor) => !replaced.has(editionKey(factor)));
  return {
    ...library,
    gridElectricity: [...wanted, ...rest],
    desnzRows: rowsOfYear(library, isWanted),
  };
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
