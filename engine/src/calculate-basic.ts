import { evaluate } from './evaluate/evaluate.ts';
import type { FactorLibrary } from './library/library.ts';
import type { Component, EnergyUse, Product, TransportLeg } from './product.ts';
import { type Draft, newDraft, type ResolveOptions, refuse } from './resolve/draft.ts';
import { resolutionOf } from './resolve/resolution.ts';
import { resolveComponent } from './resolve/resolve-component.ts';
import { resolveEnergy } from './resolve/resolve-energy.ts';
import { resolveTransport } from './resolve/resolve-transport.ts';
import { packSnapshot, resolveTree } from './resolve/resolve-tree.ts';
import type { Footprint } from './result.ts';
import { unlessImplausible } from './strict.ts';
import { inWords, type LifecyclePhase } from './vocabulary.ts';

export interface CalculateOptions extends ResolveOptions {
  /** The products that components may name by `productId`. */
  readonly products?: ReadonlyMap<string, Product> | undefined;
}

/**
 * kg CO2e of one declared unit, as declared and nothing more (calculation.md §2.2):
 * Σ m/(1−ℓ) · [(1−R1)·EF virgin + R1·EF recycled] + process energy + packaging + transport legs.
 * Use and end of life are listed as not covered; only `calculateFull` has them.
 */
export function calculateBasic(
  product: Product,
  library: FactorLibrary,
  options: CalculateOptions = {},
): Footprint {
  const products = options.products ?? new Map<string, Product>();
  const footprint = evaluate(resolveTree(library, product, products, options));
  return unlessImplausible(footprint, options.strict);
}

/** kg CO2e of so much of a material, bought where it comes from, with its inbound legs. */
export function calculateMaterial(
  input: Component,
  library: FactorLibrary,
  options: CalculateOptions = {},
): Footprint {
  const name = input.name ?? input.material ?? 'Material';
  return calculateOne(library, options, name, 'RAW_MATERIALS', (draft, place) => {
    if (input.productId != null) {
      const message = 'A product is calculated as a product, not as a material.';
      refuse(draft, ['productId'], message);
      return;
    }
    resolveComponent(draft, place, input, new Map());
  });
}

/** kg CO2e of so much energy: kWh · EF(source, country, year), losses and upstream included. */
export function calculateEnergy(
  input: EnergyUse,
  library: FactorLibrary,
  options: CalculateOptions = {},
): Footprint {
  const name = inWords(input.source);
  return calculateOne(library, options, name, 'MANUFACTURING', (draft, place) =>
    resolveEnergy(draft, place, input),
  );
}

/** kg CO2e of one transport leg: t · km · EF, well to wheel. */
export function calculateTransport(
  input: TransportLeg,
  library: FactorLibrary,
  options: CalculateOptions = {},
): Footprint {
  const name = `${inWords(input.method)} transport`;
  return calculateOne(library, options, name, 'DISTRIBUTION', (draft, place) =>
    resolveTransport(draft, place, input, undefined),
  );
}

type Place = {
  readonly path: readonly [];
  readonly label: string;
  readonly phase: LifecyclePhase;
};

function calculateOne(
  library: FactorLibrary,
  options: CalculateOptions,
  name: string,
  phase: LifecyclePhase,
  resolve: (draft: Draft, place: Place) => void,
): Footprint {
  const draft = newDraft(library, options);
  resolve(draft, { path: [], label: name, phase });
  const id = 'subject';
  const resolution = resolutionOf(draft, { id, name, declaredUnit: { amount: 1, unit: 'PIECE' } });
  const footprint = evaluate(packSnapshot(library, id, [resolution], options));
  return unlessImplausible(footprint, options.strict);
}
