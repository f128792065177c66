import type { Problem } from '../errors.ts';
import type { Factor } from '../factor.ts';
import type { Draft } from './draft.ts';
import type { ResolvedProduct } from './resolved.ts';

/** A product that is worked out, and what its snapshot needs besides the library. */
export interface Resolution {
  readonly product: ResolvedProduct;
  readonly problems: readonly Problem[];
  readonly suppliedFactors: ReadonlyMap<string, Factor>;
}

/** Properties of a product that its draft does not have. */
type Known = Pick<ResolvedProduct, 'id' | 'name' | 'declaredUnit' | 'expected' | 'uses' | 'years'>;

/** The product that a draft has become. */
export function resolutionOf(draft: Draft, known: Known): Resolution {
  const { flows, parts, decisions, gaps, problems, suppliedFactors, warnings } = draft;
  const warned = warnings.length === 0 ? undefined : { warnings };
  const product = { ...known, flows, parts, decisions, gaps, ...warned };
  return { product, problems, suppliedFactors };
}
