import type { Contribution, DeclaredUnitCode, Footprint } from '@trackway/engine';

/** A calculation that others may fetch, with what its product states. */
export type FootprintRow = {
  readonly id: string;
  readonly createdAt: Date;
  /** Packed result of the calculation. */
  readonly packed: Uint8Array;
  /** False if a later footprint of the product replaces it. */
  readonly isActive: boolean;
  /** Earlier footprints of the product, the latest first. */
  readonly precedingIds: readonly string[];
  readonly productId: string;
  readonly name: string;
  readonly description: string | null;
  readonly sku: string | null;
  readonly gtin: string | null;
  readonly originCountry: string | null;
  readonly netMassKg: number | null;
  /** Sum over the components; null if one of them does not state its mass. */
  readonly componentMassKg: number | null;
  readonly fossilCarbonContentKg: number | null;
  readonly biogenicCarbonContentKg: number | null;
  /** Unit that the product has now, which the masses are of. */
  readonly declaredAmount: number;
  readonly declaredUnit: DeclaredUnitCode;
};

/**
 * The row with masses of the declared unit of its result. The product may have another one by now: of another kind of unit its
 * masses say nothing.
 */
export function asCalculated(row: FootprintRow, { subject }: FootprintResult): FootprintRow {
  const { amount, unit } = subject.declaredUnit;
  const part = (kg: number | null) =>
    kg === null || unit !== row.declaredUnit ? null : (kg * amount) / row.declaredAmount;
  return {
    ...row,
    netMassKg: part(row.netMassKg),
    componentMassKg: part(row.componentMassKg),
    fossilCarbonContentKg: part(row.fossilCarbonContentKg),
    biogenicCarbonContentKg: part(row.biogenicCarbonContentKg),
  };
}

/** The owner of footprints, as documents name it. */
export type FootprintOwner = {
  readonly organizationId: string;
  readonly name: string;
  /** Host of the service, which names the identifiers that the owner gave. */
  readonly host: string;
};

export type FootprintResult = Omit<Footprint, 'snapshot' | 'contributions' | 'assumptions'> & {
  readonly contributions: Iterable<Contribution>;
};

/**
 * Quantities of a footprint that PACT and Catena-X both state, per declared unit: masses in kg, emissions in
 * kg CO2e, carbon in kg C. Null is unknown.
 */
export type Quantities = {
  readonly unit: string;
  readonly amount: number;
  readonly massKg: number;
  readonly excludingBiogenicUptake: number;
  /** Equal to `excludingBiogenicUptake` where the uptake is unknown: no credit is taken. */
  readonly includingBiogenicUptake: number;
  readonly fossilGhg: number;
  readonly landUseChange: number | null;
  /** Not above 0. */
  readonly biogenicUptake: number | null;
  readonly aircraft: number;
  readonly packaging: number | null;
  /** 0 to 100. */
  readonly exemptedPercent: number;
  readonly primaryDataPercent: number;
  readonly assessmentReports: readonly string[];
  readonly referencePeriod: Period;
  readonly validityPeriod: Period;
  readonly sources: readonly { readonly name: string; readonly version: string }[];
  /** Sentences about what the figures leave open. */
  readonly notes: readonly string[];
};

export type Period = { readonly start: Date; readonly end: Date };

/** Units of PACT and how many of them one unit of ours is. A metre is none of them. */
export const UNITS: Readonly<
  Partial<Record<DeclaredUnitCode, { readonly word: string; readonly count: number }>>
> = {
  PIECE: { word: 'piece', count: 1 },
  PAIR: { word: 'piece', count: 2 },
  KG: { word: 'kilogram', count: 1 },
  M2: { word: 'square meter', count: 1 },
  M3: { word: 'cubic meter', count: 1 },
  L: { word: 'liter', count: 1 },
  KWH: { word: 'kilowatt hour', count: 1 },
  TKM: { word: 'ton kilometer', count: 1 },
};

/** A partner asks for these footprints: OR within a list, AND across them. Undefined does not filter. */
export type FootprintFilter = {
  readonly productIds?: readonly string[] | undefined;
  readonly companyIds?: readonly string[] | undefined;
  readonly geographies?: readonly string[] | undefined;
  readonly classifications?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly validOn?: Date | undefined;
  readonly validAfter?: Date | undefined;
  readonly validBefore?: Date | undefined;
};
