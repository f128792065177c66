import type { DeclaredUnit, EnergySource, SectorTag, TransportMethod } from './words.ts';

/** A product as its maker declares it. All amounts are per declared unit, unless said otherwise. */
export type Product = {
  readonly id: string;
  readonly name: string;
  readonly sectorTags?: readonly SectorTag[];
  /** What the result is per; 1 PIECE when absent. */
  readonly declaredUnit?: { readonly amount: number; readonly unit: DeclaredUnit };
  readonly netMassKg?: number;
  readonly components?: readonly Component[];
  readonly packaging?: readonly Packaging[];
  readonly processSteps?: readonly ProcessStep[];
  /** Legs of the finished product to its shelf; inbound legs stand at their component. */
  readonly transportLegs?: readonly TransportLeg[];
  readonly useProfile?: UseProfile;
  readonly endOfLife?: EndOfLifeProfile;
  readonly lifetime?: Lifetime;
};

export type Lifetime = { readonly value: number; readonly unit: 'USES' | 'YEARS' };

/** A part. Exactly one of `material`, `factorId`, `productId` and `supplierPcf` says what it is. */
export type Component = {
  readonly name?: string;
  /** Name of the material map, such as "cotton fibre". */
  readonly material?: string;
  readonly factorId?: string;
  readonly productId?: string;
  /** A supplier's own product footprint: a PACT 3.0 JSON document. */
  readonly supplierPcf?: unknown;
  /** Mass in the finished product, before losses are added. */
  readonly massKg?: number;
  /** Declared units of a sub-product, or units of a factor that is not per mass; 1 when absent. */
  readonly quantity?: number;
  /** Share of the mass that is lost on the way, 0 to below 1: input = mass / (1 − lossRate). */
  readonly lossRate?: number;
  /** R1 of the Circular Footprint Formula, 0 to 1. */
  readonly recycledShare?: number;
  readonly originCountry?: string;
  readonly supplier?: string;
  readonly transportLegs?: readonly TransportLeg[];
  readonly pedigree?: Pedigree;
};

export type Packaging = {
  readonly name?: string;
  readonly level: 'PRIMARY' | 'SECONDARY' | 'TERTIARY';
  readonly material?: string;
  readonly factorId?: string;
  readonly massKg: number;
  readonly recycledShare?: number;
  /** Declared units that share one pack; 1 when absent. */
  readonly unitsPerPack?: number;
  /** Times the pack is used, 1 or more. */
  readonly reuseCount?: number;
};

/**
 * A step of making: a named textile process with the mass that comes out of it, or its energy.
 */
export type ProcessStep = {
  readonly name?: string;
  /** Name of the process table, such as "spinning", "weaving", "dyeing". */
  readonly process?: string;
  readonly massKg?: number;
  readonly country?: string;
  readonly energy?: readonly EnergyUse[];
  readonly lossRate?: number;
};

export type EnergyUse = {
  readonly source: EnergySource;
  readonly energyKwh: number;
  readonly country?: string;
};

export type TransportLeg = {
  readonly method: TransportMethod;
  readonly vehicleClass?: string;
  /** As driven; when absent it is worked out from `from` and `to`. */
  readonly distanceKm?: number;
  /** Country (DE), UN/LOCODE (CNSHA) or IATA airport (FRA). */
  readonly from?: string;
  readonly to?: string;
  /** Mass carried; the mass of what the leg belongs to when absent. */
  readonly massKg?: number;
  readonly isRefrigerated?: boolean;
};

export type UseProfile = {
  /** Uses over the lifetime; the product's lifetime in USES when absent. */
  readonly uses?: number;
  readonly country?: string;
  readonly energy?: readonly EnergyUse[];
  readonly waterLitres?: number;
  readonly consumables?: readonly {
    readonly name?: string;
    readonly material?: string;
    readonly factorId?: string;
    readonly massKg: number;
  }[];
};

/** Where the product goes in the end: shares of its mass, adding up to 1 at most; the rest goes to landfill. */
export type EndOfLifeProfile = {
  readonly country?: string;
  readonly recycledShare?: number;
  readonly incineratedShare?: number;
  readonly landfilledShare?: number;
  readonly transportLegs?: readonly TransportLeg[];
};

/** Scores 1 (best) to 5 of ecoinvent's pedigree matrix. */
export type Pedigree = {
  readonly reliability: number;
  readonly completeness: number;
  readonly temporal: number;
  readonly geographical: number;
  readonly technological: number;
};
