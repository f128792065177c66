import type { FactorLibrary } from '../library/library.ts';
import {
  type MaterialIndex,
  type NamedMaterial,
  namedMaterial,
} from '../library/material-index.ts';
import { normalizedName } from '../library/material-names.ts';
import { type Memory, remembered } from '../remembered.ts';
import type { LifecyclePhase, TransportMethod } from '../vocabulary.ts';
import type { Selector } from './override.ts';

type ElementKind =
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
  /** Names of a step that are not those of its component. */
  readonly ownNames?: readonly (string | undefined)[];
  readonly tags: readonly string[];
  readonly material?: string | undefined;
  readonly country?: string | undefined;
  readonly phase?: LifecyclePhase | undefined;
  readonly method?: TransportMethod | undefined;
}

/** Tells for each element whether it fulfils all conditions of a selector. */
export function selection(select: Selector, library: FactorLibrary): (place: Place) => boolean {
  const { productId, component, path, nodeId, tag, material, country, phase, method } = select;
  const isMaterial = material === undefined ? undefined : sameMaterial(library, material);
  const isComponent = component === undefined ? undefined : sameComponent(library, component);
  return (place) =>
    (productId === undefined || place.owner === productId) &&
    (nodeId === undefined || place.owner === nodeId) &&
    (path === undefined || isAt(place, path)) &&
    (tag === undefined || place.tags.includes(tag)) &&
    (country === undefined || place.country === country) &&
    (phase === undefined || place.phase === phase) &&
    (method === undefined || place.method === method) &&
    (isMaterial === undefined || isMaterial(place.material)) &&
    (isComponent === undefined || isComponent(place));
}

function isAt(place: Place, path: string): boolean {
  const whole = [place.path, `products.${place.owner}.${place.path}`];
  return whole.some((own) => own === path || own.startsWith(`${path}.`));
}

function sameComponent(library: FactorLibrary, wanted: string): (place: Place) => boolean {
  const name = folded(wanted);
  const isMaterial = sameMaterial(library, wanted);
  return ({ names, material }) =>
    names.some((own) => own !== undefined && folded(own) === name) || isMaterial(material);
}

/** True if a selector names the step itself, and not only its component. */
export function isNamedItself({ ownNames = [] }: Place, { component }: Selector): boolean {
  if (component === undefined) return false;
  return ownNames.some((own) => own !== undefined && folded(own) === folded(component));
}

/** Materials of a product are few: each is compared once. */
function sameMaterial(library: FactorLibrary, wanted: string) {
  const known = new Map<string, boolean>();
  const name = folded(wanted);
  const material = materialNamed(library.materialIndex, wanted);
  const isSame = (own: string): boolean => {
    if (folded(own) === name) return true;
    const other = materialNamed(library.materialIndex, own);
    return (
      other !== undefined && other.key === material?.key && other.isRecycled === material.isRecycled
    );
  };
  return (own: string | undefined): boolean => {
    if (own === undefined) return false;
    const found = known.get(own);
    if (found !== undefined) return found;
    const answer = isSame(own);
    known.set(own, answer);
    return answer;
  };
}

/** By the rule that folds them: names in one walk are few and come again and again. */
const foldedNames: Memory<typeof normalizedName, string> = new WeakMap();
const materials: Memory<MaterialIndex, NamedMaterial | undefined> = new WeakMap();

function folded(name: string): string {
  return remembered(foldedNames, normalizedName, name, () => normalizedName(name));
}

function materialNamed(index: MaterialIndex, name: string): NamedMaterial | undefined {
  return remembered(materials, index, name, () => namedMaterial(index, name));
}

/** The conditions of a selector as text, for messages. */
export function selectorText(select: Selector): string {
  const given = Object.entries(select).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? 'everything'
    : given.map(([key, value]) => `${key} ${value}`).join(', ');
}
