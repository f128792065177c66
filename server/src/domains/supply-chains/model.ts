import type {
  DeclaredUnitCode,
  DistanceSource,
  EnergySource,
  Position,
  TransportLeg,
} from '@trackway/engine';
import type { ValuesOf } from '../../platform/database/index.ts';
import type { Checked } from '../../rules/properties/draft.ts';
import type { SUPPLY_CHAIN, VERSION, WRITTEN } from './properties.ts';

/** A supply chain without its network, which may be large: `findNetworks` reads that. */
export type SupplyChain = ValuesOf<typeof SUPPLY_CHAIN>;

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
export type SupplyChainDraft = ValuesOf<typeof WRITTEN> & { readonly network: Network };

export type CheckedSupplyChain = Checked<SupplyChainDraft>;

/** A supply chain as it was at one of its versions. */
export type SupplyChainVersion = ValuesOf<typeof VERSION>;

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
