import type { Packaging } from '../product.ts';
import type { Draft } from '../resolve/draft.ts';
import {
  addAgain,
  type ComponentInputs,
  type EndingInputs,
  type SharedPiece,
  type SharedPieces,
  type StepInputs,
  watch,
} from '../resolve/memory.ts';
import type { ResolvedComponent } from '../resolve/resolved-component.ts';
import { contentOf, contentOfNew } from './content.ts';
import { Met } from './met.ts';

/** A piece, and what it follows from apart from its input. */
interface Known<Result> {
  readonly context: readonly unknown[];
  readonly piece: SharedPiece<Result>;
}

/** A thread keeps pieces of so many inputs; a piece has about a kilobyte. */
const MOST_INPUTS = 4_000;
/** Contexts of one input, such as outputs of a step: they rarely come again. */
const MOST_CONTEXTS = 4;
/** A component with very many legs is rather worked out again than kept. */
const MOST_FLOWS = 20;
/** Products that share a mass mostly end alike. */
const MOST_ENDS = 8;

/** Components, packaging and steps come again in other products, and in the product after overrides. */
export class ContentPieces implements SharedPieces {
  readonly #components = new Pieces<ResolvedComponent>();
  readonly #packaging = new Pieces<number>();
  readonly #steps = new Pieces<void>();
  #productId: string | undefined;

  begin = (productId: string): void => {
    if (productId === this.#productId) return;
    this.#productId = productId;
    for (const pieces of [this.#components, this.#packaging, this.#steps]) pieces.forgetInputs();
  };

  component = (
    draft: Draft,
    { component, inputRatio, madeIn }: ComponentInputs,
    work: () => ResolvedComponent,
  ): ResolvedComponent =>
    this.#components.once(draft, component, [inputRatio, madeIn, draft.isFood], work);

  packaging = (draft: Draft, packaging: Packaging, work: () => number): number =>
    this.#packaging.once(draft, packaging, [], work);

  step = (draft: Draft, { step, outputKg, declaredUnit }: StepInputs, work: () => void): void => {
    const { amount, unit } = declaredUnit;
    this.#steps.once(draft, step, [outputKg, amount, unit], work);
  };

  ending = (draft: Draft, { mass, profile, country }: EndingInputs, work: () => number): number => {
    const { ends } = mass;
    if (ends === undefined) return work();
    const content = profile && contentOf(profile);
    const known = ends.find((end) => end.country === country && end.profile === content);
    if (known !== undefined) return addShared(draft, known.piece);
    const { result, piece } = worked(draft, work);
    if (piece && ends.length < MOST_ENDS) ends.push({ profile: content, country, piece });
    return result;
  };
}

/** Pieces by the text of an input, and by the inputs of the product that is being worked out. */
class Pieces<Result> {
  readonly #byText = new Map<string, Known<Result>[]>();
  readonly #byInput = new Map<object, Known<Result>[]>();
  readonly #met = new Met();

  forgetInputs(): void {
    this.#byInput.clear();
  }

  once(draft: Draft, input: object, context: readonly unknown[], work: () => Result): Result {
    const all = this.#byInput.get(input) ?? this.#ofText(input);
    const known = all.find((each) => each.context.every((value, at) => value === context[at]));
    if (known !== undefined) return addShared(draft, known.piece);
    const { masses } = draft;
    const first = masses.length;
    const { result, piece } = worked(draft, work);
    if (piece === undefined || piece.flows.length > MOST_FLOWS) return result;
    // Copies of a mass with another weight are made before it is kept.
    for (let at = first; at < masses.length; at++) {
      const mass = masses[at];
      if (mass !== undefined) masses[at] = { ...mass, ends: [] };
    }
    if (all.length === MOST_CONTEXTS) all.shift();
    all.push({ context, piece: { ...piece, masses: masses.slice(first) } });
    return result;
  }

  /** Pieces of a text that comes once live as long as its product: as old garbage they cost more than their work. */
  #ofText(input: object): Known<Result>[] {
    const text = contentOfNew(input);
    const known = this.#byText.get(text) ?? [];
    this.#byInput.set(input, known);
    if (known.length === 0 && this.#met.again(text)) {
      if (this.#byText.size >= MOST_INPUTS) this.#byText.clear();
      this.#byText.set(text, known);
    }
    return known;
  }
}

/** The piece is undefined for work that has problems or that depends on other products. */
function worked<Result>(
  draft: Draft,
  work: () => Result,
): { readonly result: Result; readonly piece: SharedPiece<Result> | undefined } {
  const { flows, suppliedFactors } = draft;
  const flowCount = flows.length;
  const { added, isWhole } = watch(draft, work);
  const isShared = isWhole && suppliedFactors.size === 0;
  return {
    result: added.result,
    piece: isShared ? { ...added, flows: flows.slice(flowCount) } : undefined,
  };
}

function addShared<Result>(draft: Draft, piece: SharedPiece<Result>): Result {
  for (const flow of piece.flows) draft.flows.push(flow);
  return addAgain(draft, piece);
}
