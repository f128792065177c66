/** Licence, origin and hash of one published, immutable set of factors. */
export interface FactorSet {
  readonly id: string;
  /** `name-version`, as people and files call it: `desnz-2025`. */
  readonly slug: string;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly licence: string;
  readonly attribution: string;
  /** Links that the licence requires next to the attribution. */
  readonly attributionUrls: readonly string[];
  /** SHA-256 over the set's files. Results carry it, so a replay knows what it was made of. */
  readonly contentHash: string;
}

/** Emissions per unit of one activity, as its source published them. */
export interface Factor {
  readonly id: string;
  readonly setId: string;
  /** The source's own id, `desnz-2025:19_504_5104_15`; unique over the library. */
  readonly sourceId: string;
  readonly name: string;
  readonly category: string;
  readonly subcategory: string;
  /** Kind of activity: `material_production`, `energy`, `transport`, `process_gate_to_gate`, … */
  readonly activity: string;
  readonly unit: string;
  /** ISO 3166-1 alpha-2, a subdivision of one (`US-eGRID-CAMX`), `region:europe`, or `GLO`. */
  readonly geography: string;
  readonly year: number | null;
  /** kg CO2e per unit, biogenic CO2 left out. */
  readonly co2eKgPerUnit: number;
  /** Parts of it by gas, each in kg CO2e per unit, where the source splits them. */
  readonly fossilCo2Kg: number | null;
  readonly ch4Co2eKg: number | null;
  readonly n2oCo2eKg: number | null;
  /** Biogenic CO2 in kg per unit, outside the total. */
  readonly biogenicCo2Kg: number | null;
  /** Global warming potentials it was made with, in the source's words: `AR5-100`. */
  readonly gwpSet: string;
  /** Value per unit by EF 3.1 code; null when the source gives climate change alone. */
  readonly indicators: Readonly<Record<string, number>> | null;
  /** Columns that only this source has: `input_required_kg_per_kg`, `dqr_mean`, … */
  readonly details: Readonly<Record<string, string>> | null;
  readonly source: string;
  /** For sources that name it in two languages: materials are found by either. */
  readonly frenchName?: string | undefined;
}

/** A factor with its place in the source, which no calculation reads. */
export interface SourcedFactor extends Factor {
  readonly sourceTable: string;
  readonly sourceReference: string;
  readonly sourceNote: string;
}

/**
 * A factor as a snapshot holds it: everything that a result follows from, and the source. Snapshots of
 * the first form hold whole factors.
 */
export interface UsedFactor
  extends Pick<
      Factor,
      | 'id'
      | 'setId'
      | 'sourceId'
      | 'name'
      | 'activity'
      | 'unit'
      | 'geography'
      | 'year'
      | 'co2eKgPerUnit'
      | 'gwpSet'
      | 'source'
    >,
    Partial<
      Pick<
        SourcedFactor,
        | 'fossilCo2Kg'
        | 'ch4Co2eKg'
        | 'n2oCo2eKg'
        | 'biogenicCo2Kg'
        | 'indicators'
        | 'details'
        | 'sourceReference'
      >
    > {}

export type MaterialFit = 'exact' | 'proxy' | 'none';

/** One line of a material map: the factor that serves a name that people use. */
export interface MaterialMapping {
  readonly material: string;
  /** `primary`, `market_average`, `recycled_closed_loop`, or a variant of the source's own. */
  readonly route: string;
  /** A `sourceId`; null for a known name that no open factor serves. */
  readonly factorSourceId: string | null;
  readonly fit: MaterialFit;
  readonly note: string;
  /** Region in which the factor is valid, when several factors have one name. */
  readonly geography?: string | undefined;
}

/** Energy that one unit of a process takes, and the share of its input that it wastes. */
export interface ProcessEnergy {
  readonly id: string;
  readonly name: string;
  /** `kg`, `m2` or `piece`: what the figures are per. */
  readonly unit: string;
  readonly electricityKwhPerUnit: number;
  readonly heatMjPerUnit: number;
  readonly wasteShare: number;
  readonly source: string;
}

/** A gate-to-gate row: kg of material that goes in per kg that comes out; undefined for others. */
export function inputRequiredKgPerKg(factor: Factor): number | undefined {
  return detailNumber(factor, 'input_required_kg_per_kg');
}

/** A number among the columns that only its source has. */
export function detailNumber(
  { details }: Pick<UsedFactor, 'details'>,
  column: string,
): number | undefined {
  const text = details?.[column];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
