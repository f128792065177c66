import type { Product, ScenarioOptions, ScenarioSubject } from '@trackway/engine';
import { packJson, packLargeJson } from '../../platform/json/index.ts';
import type { LibraryParts } from '../factors/index.ts';
import type { EngineData } from './engine-data.ts';
import type { CalculationMethod, Choices } from './footprint-tasks.ts';

/**
 * Declared inputs of a calculation, its method and its library, so that a scenario can be pinned to it. The
 * snapshot has only what they were resolved to, to which no override applies.
 */
export type CalculationInputs = {
  readonly subject: DeclaredSubject;
  /** The products of the subject, and all below them. */
  readonly products: readonly Product[];
  readonly method: Omit<ScenarioOptions, 'gazetteer'>;
  readonly library: LibraryParts;
};

type WithoutProducts<Subject> = Subject extends unknown ? Omit<Subject, 'products'> : never;
type DeclaredSubject = WithoutProducts<Exclude<ScenarioSubject, { readonly kind: 'CATALOGUE' }>>;

type Calculated = {
  readonly subject: DeclaredSubject;
  readonly products: Iterable<Product>;
  readonly wanted: CalculationMethod;
  readonly choices: Choices;
};

export function packInputs(
  { parts }: EngineData,
  { subject, products, wanted, choices }: Calculated,
): Uint8Array {
  const { monteCarlo: _, ...full } = wanted.detail === 'FULL' ? wanted.full : {};
  const inputs: CalculationInputs = {
    subject,
    products: [...products],
    method: { detail: wanted.detail, ...full, ...choices },
    library: parts,
  };
  return inputs.products.length > 1 ? packLargeJson(inputs) : packJson(inputs);
}
