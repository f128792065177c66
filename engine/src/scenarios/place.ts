import type { FactorLibrary } from '../library/library.ts';
import {
  type MaterialIndex,
  type NamedMaterial,
  namedMaterial,
} from '../library/material-index.ts';
import { normalizedName } from '../library/material-names.ts';
import type { LifecyclePhase, TransportMethod } from '../vocabulary.ts';
import type { Selector } from './override.ts';

export type ElementKind =
  | 'PRODUCT'
  | 'COMPONENT'
  | 'PACKAGING'
  | 'STEP'
  | 'LEG'
  | 'USE'
  | 'END_OF_LIFE'
  | 'NODE'
  | 'EDGE'
  | 'LINE';

/** Properties of an element that selectors ask for. */
export interface Place {
  readonly kind: ElementKind;
  /** Product, facility or bundle that has the element. */
  readonly owner: string;
  /** Path below the owner, in the baseline. */
  readonly path: string;
  readonly names: readonly (string | undefined)[];
  readonly tags: readonly string[];
  readonly material?: string | undefined;
  readonly country?: string | undefined;
  readonly phase?: LifecyclePhase | undefined;
  readonly method?: TransportMethod | undefined;
}

/** True if an element fulfils all conditions of a selector. */
export function isSelected(place: Place, select: Selector, library: FactorLibrary): boolean {
  const { productId, component, path, nodeId, tag, material, country, phase, method } = select;
  return (
    (productId === undefined || place.owner === productId) &&
    (nodeId === undefined || place.owner === nodeId) &&
    (path === undefined || isAt(place, path)) &&
    (tag === undefined || place.tags.includes(tag)) &&
    (country === undefined || place.country === country) &&
    (phase === undefined || place.phase === phase) &&
    (method === undefined || place.method === method) &&
    (material === undefined || isSameMaterial(library, place.material, material)) &&
    (component === undefined ||
      place.names.some((name) => name !== undefined && isSameName(name, component)) ||
      isSameMaterial(library, place.material, component))
  );
}

function isAt(place: Place, path: string): boolean {
  const whole = [place.path, `products.${place.owner}.${place.path}`];
  return whole.some((own) => own === path || own.startsWith(`${path}.`));
}

function isSameName(a: string, b: string): boolean {
  return a === b || folded(a) === folded(b);
}

function isSameMaterial(library: FactorLibrary, own: string | undefined, wanted: string): boolean {
  if (own === undefined) return false;
  if (isSameName(own, wanted)) return true;
  const a = materialNamed(library.materialIndex, own);
  const b = materialNamed(library.materialIndex, wanted);
  return a !== undefined && a.key === b?.key && a.isRecycled === b.isRecycled;
}

/** Names in one walk are few and come again and again; forgotten when there are many. */
const MOST_NAMES = 4_000;
type Known<Value> = Map<string, { readonly value: Value }>;
const foldedNames: Known<string> = new Map();
const materials = new WeakMap<MaterialIndex, Known<NamedMaterial | undefined>>();

function folded(name: string): string {
  return kept(foldedNames, name, () => normalizedName(name));
}

function materialNamed(index: MaterialIndex, name: string): NamedMaterial | undefined {
  const known: Known<NamedMaterial | undefined> = materials.get(index) ?? new Map();
  materials.set(index, known);
  return kept(known, name, () => namedMaterial(index, name));
}

function kept<Value>(known: Known<Value>, name: string, find: () => Value): Value {
  const found = known.get(name);
  if (found !== undefined) return found.value;
  if (known.size >= MOST_NAMES) known.clear();
  const value = find();
  known.set(name, { value });
  return value;
}

/** The conditions of a selector as text, for messages. */
export function selectorText(select: Selector): string {
  const given = Object.entries(select).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? 'everything'
    : given.map(([key, value]) => `${key} ${value}`).join(', ');
}
