import { badInput, CalculationError, type Problem } from '../errors.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import { bundleWithMass } from './bundle-mass.ts';
import { type Edit, editsOf } from './edits.ts';
import { type Matches, noteMatch } from './focus.ts';
import { libraryOfGridYear } from './grid-year.ts';
import { type Override, overrideName, type Selector } from './override.ts';
import { overrideProblems } from './override-problems.ts';
import { isNamedItself, type Place, selection, selectorText } from './place.ts';
import type { Products, ScenarioSubject, Variant } from './scenario-subject.ts';
import { mapBundle, mapChain, mapProduct, type Visits } from './walk.ts';

/**
 * Turns an inventory into another: overrides apply in their order. A selector that matches nothing
 * and an override that sets what another one set are errors that name them. Without overrides the
 * subject is returned as it is.
 */
export function applyOverrides(
  subject: ScenarioSubject,
  library: FactorLibrary,
  overrides: readonly Override[],
  matches?: readonly Matches[] | undefined,
): Variant {
  const problems = overrideProblems(overrides);
  if (problems.length > 0) throw new CalculationError(problems);
  const run = new OverrideRun(subject, library, overrides, { matches });
  for (const [at, override] of overrides.entries()) run.apply(override, at);
  return run.finish();
}

/** A subject after its overrides, and how many elements each of them matched. */
export interface PartialVariant extends Variant {
  readonly matches: readonly number[];
  /** The same by product or facility; one that nothing matches has none. */
  readonly matchesByOwner: ReadonlyMap<string, readonly number[]>;
}

/** The same for one piece of a larger subject: an override that matches nothing here is no error. */
export function applyInPart(
  subject: ScenarioSubject,
  library: FactorLibrary,
  overrides: readonly Override[],
): PartialVariant {
  const run = new OverrideRun(subject, library, overrides, { isPart: true });
  const matches = overrides.map((override, at) => run.apply(override, at));
  return { ...run.finish(), matches, matchesByOwner: run.matchesByOwner };
}

/** Problem of an override that matches nothing. */
export function noMatchProblem(override: Override, at: number, reason = ''): Problem {
  const { op, select = {} } = override;
  const message = `The override "${overrideName(override, at)}" matches nothing that ${op} applies to: ${selectorText(select)}.${reason}`;
  return badInput(['overrides', at, 'select'], message);
}

type Write = { readonly at: number; readonly isRelative: boolean };

interface RunOptions {
  /** An override that matches nothing is no error. */
  readonly isPart?: boolean;
  /** Known matches of the overrides, or the place to note them. */
  readonly matches?: readonly Matches[] | undefined;
}

class OverrideRun {
  readonly #before: ScenarioSubject;
  #subject: ScenarioSubject;
  #library: FactorLibrary;
  readonly #overrides: readonly Override[];
  readonly #removed = new Map<string, number>();
  readonly #writes = new Map<string, Write>();
  readonly #problems: Problem[] = [];
  readonly #isPart: boolean;
  readonly #matches: readonly Matches[] | undefined;
  readonly matchesByOwner = new Map<string, number[]>();

  constructor(
    subject: ScenarioSubject,
    library: FactorLibrary,
    overrides: readonly Override[],
    { isPart = false, matches }: RunOptions = {},
  ) {
    this.#before = subject;
    this.#subject = subject;
    this.#library = library;
    this.#overrides = overrides;
    this.#isPart = isPart;
    this.#matches = matches;
  }

  /** Returns the number of elements that match. */
  apply(override: Override, at: number): number {
    if (override.op === 'SET_GRID_YEAR') {
      this.#library = libraryOfGridYear(this.#library, override, at);
      return 1;
    }
    const { select = {} } = override;
    const isSelected = selection(select, this.#library);
    const search = { at, select, isSelected, matches: 0, removedBy: undefined };
    const visits =
      override.op === 'REMOVE' ? this.#removal(search) : this.#visits(override, search);
    const known = this.#matches?.[at];
    this.#walk(visits, known?.isKnown ? known : undefined);
    if (known !== undefined) known.isKnown = true;
    if (search.matches === 0 && !this.#isPart) this.#refuseNoMatch(override, search);
    return search.matches;
  }

  finish(): Variant {
    if (this.#problems.length > 0) throw new CalculationError(this.#problems);
    if (this.#removed.size > 0) this.#walk(this.#leavingOut());
    const [before, after] = [this.#before, this.#subject];
    const isBundle = before.kind === 'BUNDLE' && after.kind === 'BUNDLE' && before !== after;
    const subject = isBundle ? { ...after, bundle: bundleWithMass(before, after) } : after;
    return { subject, library: this.#library, overrides: this.#overrides };
  }

  #visits(override: Override, search: Search): Visits {
    const edits = editsOf(override, search.select);
    const of = <Element>(edit: Edit<Element> | undefined) =>
      edit && ((place: Place, element: Element) => this.#edit(place, element, edit, search));
    const { product: whole, ...parts } = edits;
    return {
      component: of(parts.component),
      packaging: of(parts.packaging),
      step: of(parts.step),
      leg: of(parts.leg),
      use: of(parts.use),
      endOfLife: of(parts.endOfLife),
      node: of(parts.node),
      edge: of(parts.edge),
      line: of(parts.line),
      product:
        whole &&
        ((place, product) =>
          this.#isRoot(product, search.select, whole.isOfWhole)
            ? this.#edit(place, product, whole, search)
            : product),
    };
  }

  /** Changes of the product as a whole are of the subject itself unless another product is named. */
  #isRoot({ id }: Product, { productId, tag }: Selector, isOfWhole = false): boolean {
    if (productId !== undefined && !isOfWhole) return true;
    const subject = this.#subject;
    switch (subject.kind) {
      case 'PRODUCT':
        return id === subject.productId || (tag !== undefined && !isOfWhole);
      case 'BUNDLE':
        return subject.bundle.lines.some((line) => line.productId === id);
      case 'SUPPLY_CHAIN':
        return false;
      case 'CATALOGUE':
        return true;
    }
  }

  #edit<Element>(place: Place, element: Element, edit: Edit<Element>, search: Search): Element {
    const { select } = search;
    if (edit.isAddressed && !isAddressed(place, select)) return element;
    if (!search.isSelected(place)) return element;
    const key = keyOf(place);
    const removedBy = this.#removed.get(key);
    if (removedBy !== undefined) {
      search.removedBy = removedBy;
      return element;
    }
    const changed = edit.change(element);
    if (changed === undefined) return element;
    this.#count(search, place);
    const noted = this.#matches?.[search.at];
    if (noted?.isKnown === false) noteMatch(noted, place);
    for (const property of edit.writes) this.#write(`${key} ${property}`, place, edit, search.at);
    return changed;
  }

  #count(search: Search, { owner }: Place): void {
    search.matches++;
    if (!this.#isPart) return;
    const counts = this.matchesByOwner.get(owner) ?? this.#overrides.map(() => 0);
    counts[search.at] = (counts[search.at] ?? 0) + 1;
    this.matchesByOwner.set(owner, counts);
  }

  /** A set value may be scaled later; a value that was set or scaled may not be set again. */
  #write(
    key: string,
    place: Place,
    { isRelative = false }: Pick<Edit<never>, 'isRelative'>,
    at: number,
  ): void {
    const earlier = this.#writes.get(key);
    if (earlier !== undefined && earlier.at !== at && !isRelative) {
      const names = [earlier.at, at].map((each) => `"${this.#nameOf(each)}"`).join(' and ');
      const property = key.slice(key.lastIndexOf(' ') + 1);
      const message = `The overrides ${names} conflict: both change ${property} of ${elementText(place)}.`;
      this.#problems.push(badInput(['overrides', at], message));
    }
    this.#writes.set(key, { at, isRelative });
  }

  #removal(search: Search): Visits {
    const remove =
      (needsAddress: boolean) =>
      <Element>(place: Place, element: Element): Element => {
        if (needsAddress && !isAddressed(place, search.select)) return element;
        if (!search.isSelected(place)) return element;
        const key = keyOf(place);
        const removedBy = this.#removed.get(key);
        if (removedBy === undefined) this.#count(search, place);
        else search.removedBy = removedBy;
        this.#removed.set(key, removedBy ?? search.at);
        return element;
      };
    return {
      component: remove(false),
      packaging: remove(false),
      line: remove(false),
      node: remove(false),
      step: remove(true),
      leg: remove(true),
    };
  }

  #leavingOut(): Visits {
    const leave = <Element>(place: Place, element: Element) =>
      this.#removed.has(keyOf(place)) ? undefined : element;
    return {
      component: leave,
      packaging: leave,
      line: leave,
      node: leave,
      step: leave,
      leg: leave,
      // A removed facility takes its flows along.
      edge: (_place, edge) =>
        this.#isRemovedNode(edge.from) || this.#isRemovedNode(edge.to) ? undefined : edge,
    };
  }

  #isRemovedNode(id: string): boolean {
    return [...this.#removed.keys()].some((key) => key.startsWith(`${id} nodes.`));
  }

  #walk(visits: Visits, focus?: Matches): void {
    const subject = this.#subject;
    const products = mapProducts(subject.products, visits, focus);
    if (subject.kind === 'SUPPLY_CHAIN') {
      this.#subject = { ...subject, products, chain: mapChain(subject.chain, visits) };
    } else if (subject.kind === 'BUNDLE') {
      this.#subject = { ...subject, products, bundle: mapBundle(subject.bundle, visits) };
    } else {
      this.#subject = { ...subject, products };
    }
  }

  #refuseNoMatch(override: Override, { at, removedBy }: Search): void {
    const reason =
      removedBy === undefined ? '' : ` What it names was removed by "${this.#nameOf(removedBy)}".`;
    this.#problems.push(noMatchProblem(override, at, reason));
  }

  #nameOf(at: number): string {
    const override = this.#overrides[at];
    return override === undefined ? '' : overrideName(override, at);
  }
}

/** Progress of one override over the elements. */
interface Search {
  readonly at: number;
  readonly select: Selector;
  readonly isSelected: (place: Place) => boolean;
  matches: number;
  /** The override that removed an element that would have matched. */
  removedBy: number | undefined;
}

function mapProducts(products: Products, visits: Visits, focus?: Matches): Products {
  let changed: Map<string, Product> | undefined;
  for (const [id, product] of products) {
    const positions = focus?.components.get(id);
    if (focus !== undefined && positions === undefined) continue;
    const mapped = mapProduct(product, visits, positions);
    if (mapped === product) continue;
    changed ??= new Map(products);
    changed.set(id, mapped);
  }
  return changed ?? products;
}

function isAddressed(place: Place, select: Selector): boolean {
  const { phase, method, path } = select;
  if (phase !== undefined || method !== undefined || path === place.path) return true;
  return isNamedItself(place, select);
}

function keyOf({ owner, path }: Place): string {
  return `${owner} ${path}`;
}

function elementText({ owner, path, names, material }: Place): string {
  const name = names.find((known) => known !== undefined) ?? material;
  return [path === '' ? owner : path, ...(name === undefined ? [] : [`(${name})`])].join(' ');
}
