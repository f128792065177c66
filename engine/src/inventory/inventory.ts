import type { RecyclingMethod } from '../method.ts';
import type { Product } from '../product.ts';
import type { SupplyChain } from '../supply-chain.ts';
import type { ProcessSystem } from '../system/index.ts';
import type { Boundary, ElectricityAccounting } from '../vocabulary.ts';

/** A factor that comes with the inventory itself. */
export interface InventoryFactor {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly co2eKgPerUnit: number;
  readonly geography?: string | undefined;
  readonly year?: number | undefined;
  readonly gwpSet?: string | undefined;
  readonly source?: string | undefined;
  /** By EF 3.1 code. */
  readonly indicators?: Readonly<Record<string, number>> | undefined;
  /** For a process without its material: kg of input per kg of output. */
  readonly inputRequiredKgPerKg?: number | undefined;
}

/** A name for materials, and the factors (per mass) that serve it. */
export interface InventoryMaterial {
  readonly material: string;
  readonly factorId: string;
  readonly recycledFactorId?: string | undefined;
}

export interface InventoryOptions {
  readonly detail?: 'BASIC' | 'FULL' | undefined;
  readonly boundary?: Boundary | undefined;
  readonly recycling?: RecyclingMethod | undefined;
  readonly electricity?: ElectricityAccounting | undefined;
  readonly year?: number | undefined;
  readonly gwpSet?: string | undefined;
  /** Refuses a result with warnings. */
  readonly strict?: boolean | undefined;
  readonly monteCarlo?:
    | { readonly iterations?: number | undefined; readonly seed?: number | undefined }
    | undefined;
}

/**
 * Input of `calculate` as a JSON file (docs/schemas/inventory.schema.json): exactly one of a
 * product, a supply chain and a raw process system, with optional factors of its own.
 */
export interface Inventory {
  readonly product?: Product | undefined;
  /** Products that components name by `productId`. */
  readonly products?: readonly Product[] | undefined;
  readonly supplyChain?: SupplyChain | undefined;
  readonly processSystem?: ProcessSystem | undefined;
  readonly factors?: readonly InventoryFactor[] | undefined;
  readonly materials?: readonly InventoryMaterial[] | undefined;
  readonly options?: InventoryOptions | undefined;
}
