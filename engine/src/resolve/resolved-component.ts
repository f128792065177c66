import type { Factor } from '../factor.ts';
import type { Product } from '../product.ts';
import type { LifecyclePhase, MaterialGroup } from '../vocabulary.ts';

/** The products that components may name. */
export type Products = ReadonlyMap<string, Product>;

export interface ResolvedComponent {
  /** In the product; undefined when nothing has a mass. */
  readonly productKg: number | undefined;
  /** Bought, losses included. */
  readonly massKg: number | undefined;
  /** Packaging of a part, which is carried with it. */
  readonly packagingKg?: number;
  readonly virgin?: Factor | undefined;
  readonly recycled?: Factor | undefined;
  /** R1 of a material with a recycled factor. */
  readonly recycledShare?: number | undefined;
  readonly group?: MaterialGroup;
  /** Phases that its factor has inside. */
  readonly covers?: ReadonlySet<LifecyclePhase> | undefined;
}

/** Result of a refused component. */
export const NOTHING: ResolvedComponent = {
  productKg: undefined,
  massKg: undefined,
};

/** A component's amount, as declared. */
export interface Amounts {
  readonly massKg: number | undefined;
  readonly quantity: number | undefined;
  /** Bought per unit that ends in the product. */
  readonly bought: number;
}
