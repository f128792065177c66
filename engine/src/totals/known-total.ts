import type { FactorLibrary } from '../library/library.ts';
import type { Component, Product } from '../product.ts';
import { type Draft, newDraft, type ResolveOptions, type TreatedMass } from '../resolve/draft.ts';
import { withSteps } from '../resolve/fill-gaps.ts';
import { closeSegment, type Memory, type Piece, type Segment } from '../resolve/memory.ts';
import { addBeyondComponents, addOnce, isAlone } from '../resolve/resolve-product.ts';
import { endAgain } from '../resolve/resolve-waste.ts';
import type { ResolvedComponent } from '../resolve/resolved-component.ts';
import { PhaseSums, totalOfSegments } from './phase-sums.ts';

/** Options of a total: with a memory. */
export type TotalOptions = ResolveOptions & { readonly memory: Memory };

/**
 * The total of a product that was worked out as a whole, and of variants with other values of components: these are
 * worked out again, and the sums of the phases from there on. A recycled share, loss or way moves no mass, so that
 * everything else keeps its bits. With a mass, what follows the components is worked out again from all masses.
 */
export class KnownTotal {
  readonly #library: FactorLibrary;
  readonly #options: TotalOptions;
  readonly #isFood: boolean;
  readonly #segments: readonly Segment[];
  /** Undefined until a variant changes segments. */
  #sums: PhaseSums | undefined;
  /** Undefined until a mass changes. */
  #parts: ComponentParts | undefined;
  /** Positions of masses in the list of endings; undefined until a variant that moves no mass asks for them. */
  #endings: Map<TreatedMass, number> | undefined;
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
    return this.#sums?.total ?? totalOfSegments(this.#segments);
  }

  /** True if the total is now that of the variant; false leaves it to a pass over the whole. */
  changeTo(product: Product): boolean {
    const { components = [] } = product;
    const before = this.#product.components ?? [];
    if (components.length !== before.length) return false;
    const isSame = isSameElsewhere(this.#product, product, COMPONENTS);
    if (!isSame && !isSameElsewhere(this.#product, product, WITH_NET_MASS)) return false;
    const changed: number[] = [];
    let movesMass = !isSame;
    for (let at = 0; at < components.length; at++) {
      const [old, now] = [before[at], components[at]];
      if (old === now) continue;
      if (!old || !now || !isAlone(now)) return false;
      // A garment is cut without losses where its cloth declares some.
      if ((old.lossRate === undefined) !== (now.lossRate === undefined)) return false;
      if (!isSameElsewhere(old, now, WITHOUT_MASS)) {
        if (!isSameElsewhere(old, now, MASSES)) return false;
        movesMass = true;
      }
      changed.push(at);
    }
    const isDone = movesMass
      ? this.#changeMasses(product, changed)
      : this.#replace(product, changed);
    if (isDone) this.#product = product;
    return isDone;
  }

  #draft(): Draft {
    return newDraft(this.#library, this.#options, this.#isFood);
  }

  #replace({ components = [] }: Product, changed: readonly number[]): boolean {
    this.#endings ??= positionsOf(this.#options.memory);
    const replaced: Replaced[] = [];
    for (const at of changed) {
      const component = components[at];
      const changes = component && this.#workedOut(component, at, this.#endings);
      if (changes === undefined) return false;
      replaced.push(...changes);
    }
    if (replaced.length > 0) {
      this.#sums ??= new PhaseSums(this.#segments);
      const sums = this.#sums;
      if (!replaced.every(({ old }) => sums.has(old))) return false;
      for (const { old, now } of replaced) sums.replace(old, now);
    }
    for (const at of changed) {
      const piece = this.#options.memory.components[at];
      if (piece && this.#parts) setPart(this.#parts, at, piece);
    }
    return true;
  }

  /** The changed components, and everything that follows the components, with the ends of masses that are the same objects. */
  #changeMasses(product: Product, changed: readonly number[]): boolean {
    const { memory } = this.#options;
    const draft = this.#draft();
    // The heaviest cloth decides about the steps that nobody declares.
    const [before, after] = [this.#product, product].map((each) => withSteps(draft, [], each));
    if (before !== after && JSON.stringify(before) !== JSON.stringify(after)) return false;
    const isNew = this.#parts === undefined;
    this.#parts ??= componentParts(this.#product.components ?? [], memory);
    const parts = this.#parts;
    if (parts === undefined) return false;
    for (const at of changed) {
      const [component, old] = [product.components?.[at], memory.components[at]];
      // Components without a mass share what the others leave of the net mass.
      if (!component || !old || lacksMass(component)) return false;
      const { inputRatio, madeIn } = old.input;
      addOnce(draft, [], { weighed: { component }, at, inputRatio, madeIn }, NO_PRODUCTS);
      const now = memory.components[at];
      if (now === undefined || now.masses.length !== old.masses.length) return false;
      setPart(parts, at, now);
    }
    const rest = this.#draft();
    rest.masses.push(...parts.masses);
    for (const kg of parts.distributionKg) rest.coveredKg.distribution += kg;
    for (const kg of parts.endOfLifeKg) rest.coveredKg.endOfLife += kg;
    addBeyondComponents(rest, [], product, memory.steps, parts.results);
    closeSegment(rest);
    if (draft.problems.length + rest.problems.length > 0) return false;
    const { segments } = parts;
    const count = segments.length;
    if (isNew || this.#sums?.length !== count + rest.segments.length) {
      this.#sums = new PhaseSums([...segments, ...rest.segments]);
    } else {
      for (const at of changed) this.#sums.replaceAt(at, segments[at]);
      for (let at = 0; at < rest.segments.length; at++)
        this.#sums.replaceAt(count + at, rest.segments[at]);
    }
    this.#endings = undefined;
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
    const draft = this.#draft();
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

/** Additions of all components, in their order. */
interface ComponentParts {
  readonly segments: Segment[];
  readonly results: ResolvedComponent[];
  readonly masses: TreatedMass[];
  readonly distributionKg: number[];
  readonly endOfLifeKg: number[];
  /** Position of the first mass of each component. */
  readonly firstMass: number[];
}

/** Undefined if a component is not known by itself or has no mass of its own. */
function componentParts(
  components: readonly Component[],
  memory: Memory,
): ComponentParts | undefined {
  const parts: ComponentParts = {
    segments: [],
    results: [],
    masses: [],
    distributionKg: [],
    endOfLifeKg: [],
    firstMass: [],
  };
  for (const [at, component] of components.entries()) {
    const piece = memory.components[at];
    if (piece?.input.component !== component || lacksMass(component)) return undefined;
    parts.firstMass.push(parts.masses.length);
    parts.masses.push(...piece.masses);
    setPart(parts, at, piece);
  }
  return parts;
}

/** Another piece in the place of a known one, of as many masses. */
function setPart(parts: ComponentParts, at: number, piece: ComponentPiece): void {
  parts.segments[at] = piece.segment;
  parts.results[at] = piece.result;
  parts.distributionKg[at] = piece.distributionKg;
  parts.endOfLifeKg[at] = piece.endOfLifeKg;
  const first = parts.firstMass[at] ?? 0;
  for (const [place, mass] of piece.masses.entries()) parts.masses[first + place] = mass;
}

function lacksMass({ massKg, quantity }: Component): boolean {
  return massKg === undefined && quantity === undefined;
}

function positionsOf({ endings }: Memory): Map<TreatedMass, number> {
  return new Map(
    endings.flatMap((ending, at) =>
      ending === undefined ? [] : [[ending.input.mass, at] as const],
    ),
  );
}

interface Replaced {
  readonly old: Segment;
  readonly now: Segment;
}

const NO_PRODUCTS: ReadonlyMap<string, Product> = new Map();

/** True if two objects have the same members, by identity, but for some. */
function isSameElsewhere(one: object, other: object, except: ReadonlySet<string>): boolean {
  return Object.keys({ ...one, ...other }).every(
    (name) => except.has(name) || Reflect.get(one, name) === Reflect.get(other, name),
  );
}

const COMPONENTS: ReadonlySet<string> = new Set<keyof Product>(['components']);
const WITH_NET_MASS: ReadonlySet<string> = new Set<keyof Product>(['components', 'netMassKg']);

/** Members of components that nothing depends on but the component and its end of life. */
const OWN: readonly (keyof Component)[] = ['recycledShare', 'lossRate', 'transportLegs'];
const WITHOUT_MASS: ReadonlySet<string> = new Set(OWN);
/** With those that move mass, and that decide about no step. */
const MASSES: ReadonlySet<string> = new Set<keyof Component>([
  ...OWN,
  'massKg',
  'quantity',
  'unit',
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

/** True if two masses have the same end: only the Circular Footprint Formula asks for their factors. */
function endsAlike({ options }: Draft, one: TreatedMass, other: TreatedMass): boolean {
  return (
    options.full?.recycling !== 'CFF' &&
    options.isWithoutModuleD === true &&
    one.group === other.group &&
    one.massKg === other.massKg &&
    one.isPackaging === other.isPackaging &&
    one.circularity.treatment === other.circularity.treatment
  );
}
