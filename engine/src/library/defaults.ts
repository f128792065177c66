import { normalizedName } from './material-names.ts';

/** Treatment of the waste of one material in one place, as shares of its mass. */
export interface EndOfLifeRow {
  /** ISO 3166-1 alpha-2, `region:eu`, `region:world`, … */
  readonly geography: string;
  /** The statistics' own group: `plastic`, `paper and cardboard`, `municipal residual`, … */
  readonly material: string;
  readonly isPackaging: boolean;
  readonly recycledShare: number;
  /** Null where the source states the recycled share alone: the rest is treated as the residual waste of the place. */
  readonly energyRecoveryShare: number | null;
  readonly incineratedShare: number | null;
  readonly landfilledShare: number | null;
  /** Open dumps and waste that no statistics account for. */
  readonly unmanagedShare: number | null;
  readonly source: string;
}

/** Treatment of a material or a group of materials as waste, and its parameters of the CFF. */
export interface TreatmentRow {
  /** A material group (`PLASTIC`) or a material by all its names. */
  readonly kind: 'group' | 'material';
  readonly names: readonly string[];
  /** Groups of the end-of-life statistics, best first. */
  readonly statistics: readonly string[];
  /** Row of the set `waste-carbon` for its burning, and for its landfilling if methane arises. */
  readonly burnt: string;
  readonly landfilled: string | undefined;
  /** Circular Footprint Formula: allocation factor A and quality ratios (PEF, Annex C). */
  readonly A: number;
  readonly qualityIn: number;
  readonly qualityOut: number;
  readonly source: string;
}

/** Usual values of a category of products, found by its names. */
export interface CategoryRow {
  readonly id: string;
  readonly names: readonly string[];
  readonly massLowKg: number;
  readonly massHighKg: number;
  readonly source: string;
}

/** Published footprints of a sector: 90 % of them lie between both values. */
export interface SectorRow {
  readonly sectorTag: string;
  readonly lowCo2eKgPerKg: number;
  readonly highCo2eKgPerKg: number;
  /** The same from cradle to gate, of the products that state their stages. */
  readonly gate: { readonly lowCo2eKgPerKg: number; readonly highCo2eKgPerKg: number };
  readonly source: string;
}

export interface DefaultTables {
  readonly endOfLife: readonly EndOfLifeRow[];
  readonly treatments: readonly TreatmentRow[];
  readonly categories: readonly CategoryRow[];
  readonly sectors: readonly SectorRow[];
}

/** Values for inputs that are not declared, indexed for calculations. */
export interface Defaults {
  /** By `geography material`, packaging apart. */
  readonly endOfLife: ReadonlyMap<string, EndOfLifeRow>;
  readonly packagingEndOfLife: ReadonlyMap<string, EndOfLifeRow>;
  readonly treatmentOfGroup: ReadonlyMap<string, TreatmentRow>;
  readonly treatmentOfMaterial: ReadonlyMap<string, TreatmentRow>;
  /** By name. */
  readonly categories: ReadonlyMap<string, CategoryRow>;
  readonly sectors: ReadonlyMap<string, SectorRow>;
}

export const NO_DEFAULTS: Defaults = createDefaults({
  endOfLife: [],
  treatments: [],
  categories: [],
  sectors: [],
});

export function createDefaults({
  endOfLife,
  treatments,
  categories,
  sectors,
}: DefaultTables): Defaults {
  const byPlace = (rows: readonly EndOfLifeRow[]) =>
    new Map(rows.map((row) => [`${row.geography} ${row.material}`, row]));
  const byName = (kind: TreatmentRow['kind']) =>
    new Map(
      treatments
        .filter((row) => row.kind === kind)
        .flatMap((row) => row.names.map((name): [string, TreatmentRow] => [name, row])),
    );
  return {
    endOfLife: byPlace(endOfLife.filter((row) => !row.isPackaging)),
    packagingEndOfLife: byPlace(endOfLife.filter((row) => row.isPackaging)),
    treatmentOfGroup: byName('group'),
    treatmentOfMaterial: new Map(
      [...byName('material')].map(([name, row]) => [normalizedName(name), row]),
    ),
    // Of two categories with one name the first counts.
    categories: new Map(
      categories
        .toReversed()
        .flatMap((row) =>
          row.names.map((name): [string, CategoryRow] => [normalizedName(name), row]),
        ),
    ),
    sectors: new Map(sectors.map((row) => [row.sectorTag, row])),
  };
}
