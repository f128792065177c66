// For users of the package who have every number of the formula: results credit flow by flow (`resolve-credits.ts`).

/**
 * The parameters of the Circular Footprint Formula (Commission Recommendation (EU) 2021/2279,
 * Annex I, 4.4.8), per kg of material. Impacts in one unit throughout, such as kg CO2e per kg.
 */
export interface CircularParameters {
  /** Allocation of burdens and credits between supplier and user of recycled material. */
  readonly A: number;
  /** Allocation of energy recovery; 0 by default in PEF. */
  readonly B: number;
  /** Share of the input that was recycled before. */
  readonly R1: number;
  /** Share of the material that will be recycled. */
  readonly R2: number;
  /** Share of the material that will be burnt for its energy. */
  readonly R3: number;
  readonly virgin: number;
  readonly recycled: number;
  readonly recycledAtEndOfLife: number;
  /** Impact of the virgin material that the recycled material replaces. */
  readonly virginReplaced: number;
  /** Quality of the recycled input, and of the recycled output, against virgin: Qsin/Qp, Qsout/Qp. */
  readonly qualityIn: number;
  readonly qualityOut: number;
  readonly energyRecovery: number;
  /** LHV · X · E of the heat, and of the electricity, that recovery takes the place of. */
  readonly heatReplaced: number;
  readonly electricityReplaced: number;
  readonly disposal: number;
}

export interface CircularFootprint {
  readonly material: number;
  readonly energy: number;
  readonly disposal: number;
  readonly total: number;
}

/**
 * Material  (1−R1)Ev + R1[A·Erec + (1−A)·Ev·Qsin/Qp] + (1−A)·R2·(ErecEoL − Ev*·Qsout/Qp)
 * Energy    (1−B)·R3·(Eer − LHV·Xheat·Eseheat − LHV·Xelec·Eseelec)
 * Disposal  (1−R2−R3)·Ed
 */
export function circularFootprint(parameters: CircularParameters): CircularFootprint {
  const { A, B, R1, R2, R3, virgin, recycled, virginReplaced, qualityIn, qualityOut } = parameters;
  if (R2 + R3 > 1 + 1e-9) throw new RangeError('R2 + R3 exceed 1: more is treated than there is.');
  const input = (1 - R1) * virgin + R1 * (A * recycled + (1 - A) * virgin * qualityIn);
  const credit = parameters.recycledAtEndOfLife - virginReplaced * qualityOut;
  const material = input + (1 - A) * R2 * credit;
  const avoided = parameters.heatReplaced + parameters.electricityReplaced;
  const energy = (1 - B) * R3 * (parameters.energyRecovery - avoided);
  const disposal = (1 - R2 - R3) * parameters.disposal;
  return { material, energy, disposal, total: material + energy + disposal };
}
