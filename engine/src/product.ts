import type {
  DeclaredUnitCode,
  EnergySource,
  LifetimeUnit,
  MaterialGroup,
  PackagingLevel,
  ProcessName,
  SectorTag,
  TransportMethod,
  VehicleClass,
} from './vocabulary.ts';

/** So much of a unit, such as 1 PIECE. */
export type DeclaredUnit = { readonly amount: number; readonly unit: DeclaredUnitCode };

/**
 * A product as its maker declares it. All amounts are per declared unit unless a field states
 * otherwise.
 */
export type Product = {
  readonly id: string;
  readonly name: string;
  readonly sectorTags?: readonly SectorTag[] | undefined;
  /** The declared unit of the result; 1 PIECE when absent. */
  readonly declaredUnit?: DeclaredUnit | undefined;
  readonly netMassKg?: number | undefined;
  /** The country it is made in; that of its last step, or of all its parts, when absent. */
  readonly originCountry?: string | undefined;
  readonly components?: readonly Component[] | undefined;
  readonly packaging?: readonly Packaging[] | undefined;
  readonly processSteps?: readonly ProcessStep[] | undefined;
  /** Legs of the finished product to its shelf; inbound legs belong to their component. */
  readonly transportLegs?: readonly TransportLeg[] | undefined;
  readonly useProfile?: UseProfile | undefined;
  readonly endOfLife?: EndOfLife | undefined;
  readonly lifetime?: Lifetime | undefined;
};

export type Lifetime = { readonly value: number; readonly unit: LifetimeUnit };

/** A part. Exactly one of `material`, `factorId`, `productId` and `supplierPcf` identifies it. */
export type Component = {
  readonly name?: string | undefined;
  /** Name of the material map, such as "cotton fibre". */
  readonly material?: string | undefined;
  readonly factorId?: string | undefined;
  readonly productId?: string | undefined;
  /** A supplier's own product footprint: a PACT 3.0 JSON document. */
  readonly supplierPcf?: unknown | undefined;
  /** Mass in the finished product, before losses are added. */
  readonly massKg?: number | undefined;
  /** Declared units of a sub-product, or units of a factor that is not per mass; 1 when absent. */
  readonly quantity?: number | undefined;
  /** Unit of `quantity` when it is not the part's own: `g`, `kWh`, `m2`, … */
  readonly unit?: string | undefined;
  /** Share of the mass that is lost on the way, 0 to below 1: input = mass / (1 − lossRate). */
  readonly lossRate?: number | undefined;
  /** R1 of the Circular Footprint Formula, 0 to 1. */
  readonly recycledShare?: number | undefined;
  readonly originCountry?: string | undefined;
  readonly supplier?: string | undefined;
  /** Steps that this component alone goes through, before those of the product. */
  readonly processSteps?: readonly ProcessStep[] | undefined;
  readonly recycling?: RecyclingParameters | undefined;
  readonly transportLegs?: readonly TransportLeg[] | undefined;
  readonly pedigree?: Pedigree | undefined;
  /** Uncertainty of the amount; the amount is exact when absent. */
  readonly uncertainty?: Uncertainty | undefined;
};

/** The spread of a declared amount, relative to it: 1 is the amount itself. */
export type Uncertainty =
  | { readonly kind: 'FIXED' }
  /** `sigma` is the standard deviation of ln x. */
  | { readonly kind: 'LOGNORMAL'; readonly sigma: number }
  | { readonly kind: 'NORMAL'; readonly deviation: number }
  | { readonly kind: 'TRIANGULAR'; readonly least: number; readonly most: number }
  | { readonly kind: 'UNIFORM'; readonly least: number; readonly most: number };

export type Packaging = {
  readonly name?: string | undefined;
  readonly level: PackagingLevel;
  readonly material?: string | undefined;
  readonly factorId?: string | undefined;
  /** Mass of one pack. */
  readonly massKg: number;
  readonly recycledShare?: number | undefined;
  readonly originCountry?: string | undefined;
  /** Declared units that share one pack; 1 when absent. */
  readonly unitsPerPack?: number | undefined;
  /** Times the pack is used, 1 or more. */
  readonly reuseCount?: number | undefined;
  /** Treatment of the pack after its last use; statistics of packaging waste when absent. */
  readonly endOfLife?: EndOfLife | undefined;
  readonly recycling?: RecyclingParameters | undefined;
  readonly pedigree?: Pedigree | undefined;
};

/** Parameters of the Circular Footprint Formula that replace those of the material (PEF, Annex C). */
export type RecyclingParameters = {
  /** A: share of the burdens of recycling that the user of recycled material bears, 0 to 1. */
  readonly allocationFactor?: number | undefined;
  /** Qsin/Qp and Qsout/Qp: quality of recycled input and output against virgin, 0 to 1. */
  readonly inputQualityRatio?: number | undefined;
  readonly outputQualityRatio?: number | undefined;
  /** Lower heating value in MJ per kg. */
  readonly heatingValueMjPerKg?: number | undefined;
};

/** A step of making: a named textile process, a factor per kg of what comes out, or its energy. */
export type ProcessStep = {
  readonly name?: string | undefined;
  /** A textile process whose energy is known. */
  readonly process?: ProcessName | undefined;
  readonly factorId?: string | undefined;
  /**
   * Names or materials of the components that it processes. When absent (and `materialGroups` too),
   * a textile process takes fibres and cloth, any other step all components.
   */
  readonly components?: readonly string[] | undefined;
  /** Groups of materials that it processes. */
  readonly materialGroups?: readonly MaterialGroup[] | undefined;
  /** Output of the step; the product's net mass when absent. */
  readonly massKg?: number | undefined;
  /** For processes that are measured by area. */
  readonly areaM2?: number | undefined;
  readonly country?: string | undefined;
  readonly energy?: readonly EnergyUse[] | undefined;
  /** Share of the input that does not come out; the process table's own when absent. */
  readonly lossRate?: number | undefined;
  readonly pedigree?: Pedigree | undefined;
};

export type EnergyUse = {
  readonly source: EnergySource;
  readonly energyKwh: number;
  readonly country?: string | undefined;
  /** A factor per unit of energy, for sources that the library does not have. */
  readonly factorId?: string | undefined;
};

export type TransportLeg = {
  readonly method: TransportMethod;
  readonly vehicleClass?: VehicleClass | undefined;
  /** As driven; when absent it is worked out from `from` and `to`. */
  readonly distanceKm?: number | undefined;
  /** Country (DE), UN/LOCODE (CNSHA) or IATA airport (FRA). */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Mass carried; the mass of what the leg belongs to when absent. */
  readonly massKg?: number | undefined;
  readonly refrigerated?: boolean | undefined;
  /** A factor per t.km, instead of the method's own. */
  readonly factorId?: string | undefined;
  readonly pedigree?: Pedigree | undefined;
};

/** Energy, water and consumables of one use. */
export type UseProfile = {
  /** Uses over the lifetime; the product's lifetime in USES when absent. */
  readonly uses?: number | undefined;
  readonly country?: string | undefined;
  readonly energy?: readonly EnergyUse[] | undefined;
  readonly waterLitres?: number | undefined;
  readonly consumables?: readonly Consumable[] | undefined;
  readonly pedigree?: Pedigree | undefined;
};

/** Something used up by use, such as detergent; mass per use. */
export type Consumable = {
  readonly name?: string | undefined;
  readonly material?: string | undefined;
  readonly factorId?: string | undefined;
  readonly massKg: number;
};

/**
 * End-of-life treatment of the product: shares of its mass with a sum of at most 1; the rest goes
 * to landfill.
 */
export type EndOfLife = {
  readonly country?: string | undefined;
  readonly recycledShare?: number | undefined;
  readonly incineratedShare?: number | undefined;
  readonly landfilledShare?: number | undefined;
  readonly transportLegs?: readonly TransportLeg[] | undefined;
  readonly pedigree?: Pedigree | undefined;
};

/** Scores 1 (best) to 5 of ecoinvent's pedigree matrix. */
export type Pedigree = {
  readonly reliability: number;
  readonly completeness: number;
  readonly temporal: number;
  readonly geographical: number;
  readonly technological: number;
};
