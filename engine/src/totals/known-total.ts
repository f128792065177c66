import type { FactorLibrary } from '../library/library.ts';
import type { Component, Product } from '../product.ts';
import { newDraft, type ResolveOptions, type TreatedMass } from '../resolve/draft.ts';
import type { Memory, Piece, Segment } from '../resolve/memory.ts';
import { addOnce, isAlone } from '../resolve/resolve-product.ts';
import { endAgain, endsAlike } from '../resolve/resolve-waste.ts';
import type { ResolvedComponent } from '../resolve/resolved-component.ts';
import { PhaseSums, totalOfSegments } from './phase-sums.ts';

/** Options of a total: with a memory. */
export type TotalOptions = ResolveOptions & { readonly memory: Memory };

/**
 * The total of a product that was worked out as a whole, and of variants whose components have another
 * recycled share, loss or way: these are worked out again, and the sums of the phases from there on. Such
 * changes move no mass, so that everything else keeps its bits.
 */
export class KnownTotal {
  readonly #library: FactorLibrary;
  readonly #options: TotalOptions;
  readonly #isFood: boolean;
  readonly #segments: readonly Segment[];
  /** Undefined until a variant changes segments: of masses that are swept, none does. */
  #places: Places | undefined;
  #product: Product;

  constructor(
    product: Product,
    library: FactorLibrary,
    options: TotalOptions,
    { segments, isFood }: { readonly segments: readonly Segment[]; readonly isFood: boolean },
  ) {
    this.#product = product;
    this.#library = library;
    this.#options = options;
    this.#isFood = isFood;
    this.#segments = segments;
  }

  get co2eKg(): number {
    return this.#places?.sums.total ?? totalOfSegments(this.#segments);
  }

  /** True if the total is now that of the variant; false leaves it to a pass over the whole. */
  changeTo(product: Product): boolean {
    const { components = [] } = product;
    const before = this.#product.components ?? [];
    if (components.length !== before.length || !isSameElsewhere(this.#product, product)) {
      return false;
    }
    const places = () => (this.#places ??= placesOf(this.#segments, this.#options.memory));
    const replaced: Replaced[] = [];
    for (let at = 0; at < components.length; at++) {
      const [old, now] = [before[at], components[at]];
      if (old === now) continue;
      if (old === undefined || now === undefined || !hasSameMass(old, now)) return false;
      const changes = this.#workedOut(now, at, places().endings);
      if (changes === undefined) return false;
      replaced.push(...changes);
    }
    if (replaced.length > 0) {
      const { sums } = places();
      if (!replaced.every(({ old }) => sums.has(old))) return false;
      for (const { old, now } of replaced) sums.replace(old, now);
    }
    this.#product = product;
    return true;
  }

  /** The segments that change with a component; undefined if more than they does. */
  #workedOut(
    component: Component,
    at: number,
    positions: Map<TreatedMass, number>,
  ): readonly Replaced[] | undefined {
    const { components, endings } = this.#options.memory;
    const old = components[at];
    if (old === undefined) return undefined;
    const { inputRatio, madeIn } = old.input;
    const draft = newDraft(this.#library, this.#options, this.#isFood);
    addOnce(draft, [], { weighed: { component }, at, inputRatio, madeIn }, NO_PRODUCTS);
    const now = components[at];
    if (now === undefined || draft.problems.length > 0 || !movesNoMass(old, now)) return undefined;
    const replaced = [{ old: old.segment, now: now.segment }];
    for (const [place, mass] of now.masses.entries()) {
      const before = old.masses[place];
      const position = before && positions.get(before);
      // Boundaries before the end of life have no endings.
      if (before === undefined || (position === undefined && endings.length > 0)) return undefined;
      if (position === undefined) continue;
      const ending = endings[position];
      if (ending === undefined) return undefined;
      positions.delete(before);
      positions.set(mass, position);
      if (endsAlike(draft, before, mass)) {
        endings[position] = { ...ending, input: { ...ending.input, mass } };
        continue;
      }
      const energyKwh = endAgain(draft, [], position, { ...ending.input, mass });
      const again = endings[position];
      if (again === undefined || energyKwh !== ending.result) return undefined;
      replaced.push({ old: ending.segment, now: again.segment });
    }
    return draft.problems.length > 0 ? undefined : replaced;
  }
}

/** Sums of the phases, and positions in the list of endings. */
interface Places {
  readonly sums: PhaseSums;
  readonly endings: Map<TreatedMass, number>;
}

function placesOf(segments: readonly Segment[], { endings }: Memory): Places {
  const positions = endings.flatMap((ending, at) =>
    ending === undefined ? [] : [[ending.input.mass, at] as const],
  );
  return { sums: new PhaseSums(segments), endings: new Map(positions) };
}

interface Replaced {
  readonly old: Segment;
  readonly now: Segment;
}

const NO_PRODUCTS: ReadonlyMap<string, Product> = new Map();

/** Members other than the components, by identity. */
function isSameElsewhere(one: Product, other: Product): boolean {
  return hasMembersOf(one, other, COMPONENTS) && hasMembersOf(other, one, COMPONENTS);
}

const COMPONENTS: ReadonlySet<string> = new Set<keyof Product>(['components']);

/** True if all members of one object other than some are the same in another. */
function hasMembersOf(one: object, other: object, except: ReadonlySet<string>): boolean {
  for (const name of Object.keys(one)) {
    if (!except.has(name) && Reflect.get(one, name) !== Reflect.get(other, name)) return false;
  }
  return true;
}

/** True if two components differ in nothing that steps, other components or masses depend on. */
function hasSameMass(old: Component, now: Component): boolean {
  return (
    isAlone(now) && hasMembersOf(old, now, WITHOUT_MASS) && hasMembersOf(now, old, WITHOUT_MASS)
  );
}

const WITHOUT_MASS: ReadonlySet<string> = new Set<keyof Component>([
  'recycledShare',
  'lossRate',
  'transportLegs',
]);

type ComponentPiece = Piece<unknown, ResolvedComponent>;

function movesNoMass(old: ComponentPiece, now: ComponentPiece): boolean {
  return (
    old.result.productKg === now.result.productKg &&
    (old.result.massKg === undefined) === (now.result.massKg === undefined) &&
    old.distributionKg === now.distributionKg &&
    old.endOfLifeKg === now.endOfLifeKg &&
    old.masses.length === now.masses.length &&
    old.masses.every(({ massKg }, at) => massKg === now.masses[at]?.massKg)
  );
}
