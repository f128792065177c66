import { calculateBasic } from './calculate-basic.ts';
import { calculateFull, type FullOptions } from './calculate-full.ts';
import type { Gazetteer } from './distance/index.ts';
import type { Inventory } from './inventory/inventory.ts';
import { ownLibrary } from './inventory/own-library.ts';
import { readInventory } from './inventory/read-inventory.ts';
import type { FactorLibrary } from './library/library.ts';
import type { Product } from './product.ts';
import type { Footprint } from './result.ts';
import { type SupplyChain, supplyChainProducts } from './supply-chain.ts';
import { type ProcessSolution, type ProcessSystem, solveProcessSystem } from './system/index.ts';

export interface CalculateContext {
  /** Works out distances between places that legs name. */
  readonly gazetteer?: Gazetteer | undefined;
}

/**
 * The one door: the footprint of an inventory's product or supply chain, or the solution of its
 * raw process system. FULL unless its options say BASIC. Without a library, an inventory lives on
 * the factors that it brings.
 */
export function calculate(
  inventory: Inventory & { readonly processSystem: ProcessSystem },
  library?: FactorLibrary,
  context?: CalculateContext,
): ProcessSolution;
export function calculate(
  inventory: Inventory & ({ readonly product: Product } | { readonly supplyChain: SupplyChain }),
  library?: FactorLibrary,
  context?: CalculateContext,
): Footprint;
export function calculate(
  inventory: Inventory,
  library?: FactorLibrary,
  context?: CalculateContext,
): Footprint | ProcessSolution;
export function calculate(
  inventory: Inventory,
  library?: FactorLibrary,
  context: CalculateContext = {},
): Footprint | ProcessSolution {
  const { product, products = [], supplyChain, processSystem, options } = readInventory(inventory);
  if (processSystem !== undefined) return solveProcessSystem(processSystem);
  const own = ownLibrary(inventory, library);
  const parts = new Map(products.map((part) => [part.id, part]));
  const settings = { ...options, ...context, products: parts };
  if (supplyChain !== undefined) return calculateSupplyChain(supplyChain, own, settings);
  if (product === undefined) throw new TypeError('readInventory let an empty inventory through.');
  parts.set(product.id, product);
  return options?.detail === 'BASIC'
    ? calculateBasic(product, own, settings)
    : calculateFull(product, own, settings);
}

/**
 * kg CO2e of one unit of a supply chain's last node, through the same arithmetic as products:
 * Σ over nodes of energy, water and inputs, each as often as it is needed. Loops are solved.
 */
export function calculateSupplyChain(
  chain: SupplyChain,
  library: FactorLibrary,
  options: FullOptions & { readonly detail?: 'BASIC' | 'FULL' | undefined } = {},
): Footprint {
  const { root, products } = supplyChainProducts(chain);
  const parts = new Map([...(options.products ?? []), ...products]);
  const settings = { ...options, products: parts, isSupplyChain: true };
  return options.detail === 'BASIC'
    ? calculateBasic(root, library, settings)
    : calculateFull(root, library, { ...settings, boundary: options.boundary ?? 'CRADLE_TO_GATE' });
}
