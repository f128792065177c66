import type { Factor } from '../factor.ts';
import { convert, haveSameDimension } from '../units.ts';
import { logSpread, sigmaOfRatio } from './factor-variance.ts';
import { AVERAGE_ROUTE, type FactorLibrary } from './library.ts';
import { normalizedName } from './material-names.ts';

/** Variances of ln x between the values of materials. */
interface Spreads {
  /** Between the materials of a family: how wrong one is in place of another. */
  readonly ofFamily: ReadonlyMap<string, number>;
  /** Between the sources of one material, mean over the materials of a family. */
  readonly withinFamily: ReadonlyMap<string, number>;
  /** The same over the whole catalogue. */
  readonly within: number;
}

/** σ² between the members of a material's family; undefined for a family of fewer than three. */
export function familySpread(
  library: FactorLibrary,
  family: string | undefined,
): number | undefined {
  return family === undefined ? undefined : spreadsOf(library).ofFamily.get(family);
}

/** σ² that the sources of a material of this family usually have among each other. */
export function usualSpread(library: FactorLibrary, family: string | undefined): number {
  const { withinFamily, within } = spreadsOf(library);
  return (family === undefined ? undefined : withinFamily.get(family)) ?? within;
}

const remembered = new WeakMap<FactorLibrary['materialIndex'], Spreads>();

/** Worked out from the shared map once; an organization's own factors do not change it. */
function spreadsOf(library: FactorLibrary): Spreads {
  const { materialIndex } = library;
  const spreads = remembered.get(materialIndex) ?? measureSpreads(library);
  remembered.set(materialIndex, spreads);
  return spreads;
}

function measureSpreads(library: FactorLibrary): Spreads {
  const firsts = new Map<string, number[]>();
  const within = new Map<string, number[]>();
  for (const [key, { family }] of library.materialIndex.entries) {
    const values = valuesOf(library, key);
    const [first] = values;
    if (first === undefined) continue;
    firsts.set(family, [...(firsts.get(family) ?? []), first]);
    const spread = logSpread(values);
    if (spread !== undefined) within.set(family, [...(within.get(family) ?? []), spread]);
  }
  const all = [...within.values()].flat();
  return {
    ofFamily: new Map(
      [...firsts].flatMap(([family, values]): [string, number][] => {
        const spread = values.length < 3 ? undefined : logSpread(values);
        return spread === undefined ? [] : [[family, spread]];
      }),
    ),
    withinFamily: new Map(
      [...within].flatMap(([family, values]): [string, number][] =>
        values.length < 3 ? [] : [[family, medianOf(values)]],
      ),
    ),
    within: all.length === 0 ? sigmaOfRatio(1.5) ** 2 : medianOf(all),
  };
}

/** kg CO2e per kg of the factors of the material itself, of its average if there is one, else as primary. */
function valuesOf(library: FactorLibrary, key: string): number[] {
  const mappings = library.materials.get(normalizedName(key)) ?? [];
  const hasAverage = mappings.some(({ route }) => route === AVERAGE_ROUTE);
  return mappings.flatMap((mapping) => {
    const factor: Factor | undefined =
      mapping.factorSourceId === null ? undefined : library.factors.get(mapping.factorSourceId);
    const isOf =
      mapping.route === (hasAverage ? AVERAGE_ROUTE : 'primary') && mapping.fit === 'exact';
    if (!isOf || factor === undefined || !haveSameDimension(factor.unit, 'kg')) return [];
    return [factor.co2eKgPerUnit / convert(1, factor.unit, 'kg')];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
