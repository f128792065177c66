import type {
  DeclaredUnitCode,
  DistanceSource,
  EnergySource,
  Position,
  TransportLeg,
} from '@trackway/engine';
import type { Problem } from '../../rules/api-error.ts';

/** A supply chain without its network, which may be large: `findNetworks` reads that. */
export type SupplyChain = {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly productId: string | null;
  readonly tags: readonly string[];
  readonly countries: readonly string[];
  readonly facilityCount: number;
  readonly flowCount: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type WholeSupplyChain = SupplyChain & { readonly network: Network };

/** Facilities and what flows between them; loops are allowed, a calculation judges them. */
export type Network = {
  readonly facilities: readonly Facility[];
  readonly flows: readonly Flow[];
};

/** A place where something is made, stored or sold. Amounts are per unit of what leaves it. */
export type Facility = {
  readonly key: string;
  readonly name: string;
  /** 0 is nearest to the customer. */
  readonly tier: number;
  readonly activity?: string | undefined;
  readonly country?: string | undefined;
  readonly coordinates?: Position | undefined;
  readonly supplier?: string | undefined;
  /** Unit of its amounts; KG when absent. */
  readonly unit?: DeclaredUnitCode | undefined;
  /** Input of a facility without suppliers of its own, per unit: a material of the library … */
  readonly material?: string | undefined;
  /** … or a factor. */
  readonly factorId?: string | undefined;
  readonly energyMix?: readonly EnergyShare[] | undefined;
  readonly energyKwhPerUnit?: number | undefined;
  readonly waterLitresPerUnit?: number | undefined;
  /** Share of what goes in that comes out as good output, above 0 to 1. */
  readonly yield?: number | undefined;
};

export type EnergyShare = { readonly source: EnergySource; readonly share: number };

/** So much of the output of `from` goes into one unit of the good output of `to`, before its yield. */
export type Flow = {
  readonly from: string;
  readonly to: string;
  readonly quantity: number;
  /** The unit of `from`. */
  readonly unit?: DeclaredUnitCode | undefined;
  readonly transportLegs?: readonly FlowLeg[] | undefined;
};

/** A leg that declares no distance carries the one that was worked out, not yet adjusted. */
export type FlowLeg = TransportLeg & { readonly estimate?: LegEstimate | undefined };

export type LegEstimate = {
  readonly distanceKm: number;
  readonly source: DistanceSource;
  readonly reason: string;
};

/** Writable properties of a supply chain. */
export type SupplyChainDraft = Pick<
  SupplyChain,
  'externalId' | 'name' | 'description' | 'productId' | 'tags'
> & { readonly network: Network };

/** A draft with everything found wrong in it so far. */
export type CheckedSupplyChain = {
  readonly draft: SupplyChainDraft;
  readonly problems: readonly Problem[];
};

/** A supply chain as it was at one of its versions. */
export type SupplyChainVersion = Pick<SupplyChain, 'name' | 'description' | 'tags' | 'version'> & {
  readonly supplyChainId: string;
  readonly createdAt: Date;
};

/** Energy mix of a facility: as declared, or else the grid of its country. */
export function energyMixOf({ energyMix = [] }: Facility): readonly EnergyShare[] {
  return energyMix.length > 0 ? energyMix : [{ source: 'GRID_ELECTRICITY', share: 1 }];
}

/** Unit of the amounts of a facility: as declared, else the unit of its outgoing flows, else KG. */
export function unitOf(facility: Facility, { flows }: Network): NonNullable<Facility['unit']> {
  return (
    facility.unit ??
    flows.find((flow) => flow.from === facility.key && flow.unit !== undefined)?.unit ??
    'KG'
  );
}
