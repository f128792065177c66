import type {
  Component,
  EndOfLife,
  Lifetime,
  Packaging,
  ProcessStep,
  TransportLeg,
} from '../product.ts';
import type { EnergySource, LifecyclePhase, TransportMethod, VehicleClass } from '../vocabulary.ts';

export const OVERRIDE_OPS = [
  'SWAP_MATERIAL',
  'SWAP_SUPPLIER',
  'SET_COUNTRY',
  'SET_ENERGY_MIX',
  'SET_TRANSPORT_METHOD',
  'SET_DISTANCE',
  'SET_RECYCLED_SHARE',
  'SET_QUANTITY',
  'SCALE',
  'SET_LOSS_RATE',
  'SET_LIFETIME',
  'SET_EOL',
  'SET_GRID_YEAR',
  'ADD',
  'REMOVE',
] as const;
export type OverrideOp = (typeof OVERRIDE_OPS)[number];

/** Elements that an override changes: all conditions that are given must hold. */
export interface Selector {
  /** Product whose elements are meant; the product and all products that it contains when absent. */
  readonly productId?: string | undefined;
  /** Name, material or `productId` of a component, or name of a packaging or process step. */
  readonly component?: string | undefined;
  /** Path as results show it, such as `components.2`; what is below it is meant too. */
  readonly path?: string | undefined;
  /** Facility of a supply chain. */
  readonly nodeId?: string | undefined;
  /** Sector tag of the product that has the element. */
  readonly tag?: string | undefined;
  /** Material by any of its names. */
  readonly material?: string | undefined;
  readonly country?: string | undefined;
  readonly phase?: LifecyclePhase | undefined;
  /** Method of a transport leg. */
  readonly method?: TransportMethod | undefined;
}

export interface EnergyShare {
  readonly source: EnergySource;
  readonly share: number;
}

/** A change of the inventory; amounts and shares as in `Product`. */
export type Change =
  | {
      readonly op: 'SWAP_MATERIAL';
      readonly material?: string | undefined;
      readonly factorId?: string | undefined;
      /** Mass of the new material per mass of the old one; 1 when absent. */
      readonly massRatio?: number | undefined;
    }
  | {
      readonly op: 'SWAP_SUPPLIER';
      readonly supplier?: string | undefined;
      readonly originCountry?: string | undefined;
      readonly factorId?: string | undefined;
      readonly productId?: string | undefined;
      readonly supplierPcf?: unknown;
      readonly transportLegs?: readonly TransportLeg[] | undefined;
    }
  | { readonly op: 'SET_COUNTRY'; readonly country: string }
  | { readonly op: 'SET_ENERGY_MIX'; readonly energyMix: readonly EnergyShare[] }
  | {
      readonly op: 'SET_TRANSPORT_METHOD';
      readonly method: TransportMethod;
      readonly vehicleClass?: VehicleClass | undefined;
      readonly distanceKm?: number | undefined;
    }
  | { readonly op: 'SET_DISTANCE'; readonly distanceKm: number }
  | { readonly op: 'SET_RECYCLED_SHARE'; readonly recycledShare: number }
  | {
      readonly op: 'SET_QUANTITY';
      readonly massKg?: number | undefined;
      readonly quantity?: number | undefined;
    }
  | { readonly op: 'SCALE'; readonly factor: number }
  | { readonly op: 'SET_LOSS_RATE'; readonly lossRate: number }
  | { readonly op: 'SET_LIFETIME'; readonly lifetime: Lifetime }
  | { readonly op: 'SET_EOL'; readonly endOfLife: EndOfLife }
  | {
      readonly op: 'SET_GRID_YEAR';
      readonly year: number;
      /** Slug or id of the factor set of a pathway; all sets of the library when absent. */
      readonly factorSet?: string | undefined;
    }
  | {
      readonly op: 'ADD';
      readonly component?: Component | undefined;
      readonly packaging?: Packaging | undefined;
      readonly processStep?: ProcessStep | undefined;
      readonly transportLeg?: TransportLeg | undefined;
    }
  | { readonly op: 'REMOVE' };

/** One lever of a scenario: a change, where it applies, and its price. */
export type Override = Change & {
  readonly name?: string | undefined;
  readonly select?: Selector | undefined;
  /** Cost of the change per declared unit of the subject; negative if it saves money. */
  readonly cost?: number | undefined;
  /** ISO 4217 code of the currency of the cost; all costs of a scenario are in one. */
  readonly currency?: string | undefined;
};

/** Name of an override in messages and results. */
export function overrideName({ name, op }: Override, at: number): string {
  return name ?? `${op} (override ${at + 1})`;
}
