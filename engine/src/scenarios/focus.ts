import type { Override } from './override.ts';
import type { Place } from './place.ts';

/** Products and components that overrides have matched: a repetition needs to look at no others. */
export interface Matches {
  /** Positions of components by product; a product without one has matches elsewhere. */
  readonly components: Map<string, Set<number>>;
  /** True once a walk over everything has filled it. */
  isKnown: boolean;
}

/**
 * Remembers what the last overrides matched. Selectors ask for names, materials, places and modes, and the
 * numbers that sweeps and targets vary are none of these: overrides that differ only in such numbers
 * match the same elements.
 */
export class Focus {
  #last: readonly Override[] = [];
  #matches: readonly Matches[] = [];

  /** Matches by override, to use or to fill; undefined for overrides that add or remove places. */
  of(overrides: readonly Override[]): readonly Matches[] | undefined {
    if (overrides.some(({ op }) => op === 'REMOVE' || op === 'SET_GRID_YEAR')) return undefined;
    if (isSameButForLevels(this.#last, overrides)) return this.#matches;
    this.#last = overrides;
    this.#matches = overrides.map(() => ({ components: new Map(), isKnown: false }));
    return this.#matches;
  }
}

/** Selectors are compared by identity: sweeps and targets copy an override with another number. */
function isSameButForLevels(a: readonly Override[], b: readonly Override[]): boolean {
  return a.length === b.length && a.every((one, at) => isSameSelection(one, b[at]));
}

function isSameSelection(one: Override, other: Override | undefined): boolean {
  if (other === undefined) return false;
  if (one === other) return true;
  return one.op === other.op && one.select === other.select && NUMERIC_OPS.has(one.op);
}

/** Operations of which sweeps and targets vary a number, and nothing that a selector asks for. */
const NUMERIC_OPS: ReadonlySet<Override['op']> = new Set([
  'SET_DISTANCE',
  'SET_RECYCLED_SHARE',
  'SET_QUANTITY',
  'SCALE',
  'SET_LOSS_RATE',
]);

/** Notes a match at the position of its component. */
export function noteMatch({ components }: Matches, { owner, path }: Place): void {
  const positions = components.get(owner) ?? new Set<number>();
  components.set(owner, positions);
  const [list, position] = path.split('.', 2);
  if (list === 'components') positions.add(Number(position));
}
