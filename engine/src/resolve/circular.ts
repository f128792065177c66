import type { TreatmentRow } from '../library/defaults.ts';
import { treatmentOf } from '../library/waste-statistics.ts';
import type { Path } from '../path.ts';
import type { RecyclingParameters } from '../product.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import { type Draft, readNumber } from './draft.ts';

/** Parameters of a material in the Circular Footprint Formula. */
export interface Circularity {
  readonly A: number;
  readonly qualityIn: number;
  readonly qualityOut: number;
  /** Lower heating value in MJ per kg, where it was declared. */
  readonly heatingValueMjPerKg: number | undefined;
  readonly treatment: TreatmentRow | undefined;
  readonly source: string;
}

/** PEF, Annex C: A of materials that it does not list. */
const UNLISTED_A = 0.5;

/** The declared parameters, else those of the material, else those of its group. */
export function circularityOf(
  draft: Draft,
  path: Path,
  material: string | undefined,
  group: MaterialGroup,
  declared: RecyclingParameters | undefined,
): Circularity {
  const treatment = treatmentOf(draft.library, material, group);
  const read = (name: keyof RecyclingParameters, max: number) =>
    readNumber(draft, [...path, 'recycling', name], declared?.[name], { max });
  return {
    A: read('allocationFactor', 1) ?? treatment?.A ?? UNLISTED_A,
    qualityIn: read('inputQualityRatio', 1) ?? treatment?.qualityIn ?? 1,
    qualityOut: read('outputQualityRatio', 1) ?? treatment?.qualityOut ?? 1,
    heatingValueMjPerKg: read('heatingValueMjPerKg', 200),
    treatment,
    source:
      declared?.allocationFactor === undefined ? (treatment?.source ?? 'PEF, Annex C') : 'declared',
  };
}
