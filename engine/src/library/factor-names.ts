import type { Factor } from '../factor.ts';
import { writingsOf } from './material-index.ts';
import { coreKey, foldedName, wordKey } from './name-forms.ts';

/** Factors by the words of their own names: of the whole name, and of the thing before the first comma. */
export interface FactorNames {
  readonly byName: ReadonlyMap<string, readonly Factor[]>;
  readonly byHead: ReadonlyMap<string, readonly Factor[]>;
}

/** Activities that make a thing which can be bought. */
const MADE = new Set([
  'material_production',
  'cradle_to_plate',
  'cradle_to_shop',
  'cradle_to_gate',
  'farm_gate',
]);

/** Sets whose rows are named by a path through their tables, not by a thing. */
const NAMED_BY_PATH = new Set(['Material use', 'Compositions']);

export function createFactorNames(factors: readonly Factor[]): FactorNames {
  const byName = new Map<string, Factor[]>();
  const byHead = new Map<string, Factor[]>();
  for (const factor of factors) {
    if (!MADE.has(factor.activity) || NAMED_BY_PATH.has(factor.category)) continue;
    for (const name of namesOf(factor)) {
      for (const key of keysOf(name)) add(byName, key, factor);
      const head = name.split(/[,|]/, 1)[0] ?? '';
      if (head.length < name.length) for (const key of keysOf(head)) add(byHead, key, factor);
    }
  }
  return { byName, byHead };
}

/** The factors that a name means: of the whole name, else of the thing. */
export function factorsNamed({ byName, byHead }: FactorNames, name: string): readonly Factor[] {
  const keys = writingsOf(name).flatMap((folded) => [wordKey(folded), coreKey(folded)]);
  for (const index of [byName, byHead]) {
    for (const key of keys) {
      const found = key === '' ? undefined : index.get(key);
      if (found !== undefined) return found;
    }
  }
  return [];
}

/** Its name, and the French one that the sets of ADEME carry in their note. */
function namesOf({ name, sourceNote }: Factor): string[] {
  const french = /^fr: ([^;]+)/.exec(sourceNote)?.[1];
  return french === undefined ? [name] : [name, french];
}

function keysOf(name: string): Set<string> {
  const folded = foldedName(name);
  const keys = new Set([wordKey(folded), coreKey(folded)]);
  keys.delete('');
  return keys;
}

function add(map: Map<string, Factor[]>, key: string, factor: Factor): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [factor]);
  else if (!known.includes(factor)) known.push(factor);
}
