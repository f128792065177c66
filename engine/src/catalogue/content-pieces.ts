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
import { contentOf } from './content.ts';

/** Pieces by the text of everything that they follow from. */
type Pieces<Result> = Map<string, SharedPiece<Result>>;

/** A thread keeps some of them; a piece has about a kilobyte. */
const MOST_PIECES = 4_000;
/** A component with very many legs is rather worked out again than kept. */
const MOST_FLOWS = 20;
/** Products that share a mass mostly end alike. */
const MOST_ENDS = 8;

/** Components, packaging and steps come again in other products, and in the same product after overrides. */
export class ContentPieces implements SharedPieces {
  readonly #components: Pieces<ResolvedComponent> = new Map();
  readonly #packaging: Pieces<number> = new Map();
  readonly #steps: Pieces<void> = new Map();

  component = (
    draft: Draft,
    { component, inputRatio, madeIn }: ComponentInputs,
    work: () => ResolvedComponent,
  ): ResolvedComponent => {
    const key = `${inputRatio} ${madeIn} ${draft.isFood} ${contentOf(component)}`;
    return once(draft, this.#components, key, work);
  };

  packaging = (draft: Draft, packaging: Packaging, work: () => number): number =>
    once(draft, this.#packaging, contentOf(packaging), work);

  step = (draft: Draft, { step, outputKg, declaredUnit }: StepInputs, work: () => void): void => {
    const { amount, unit } = declaredUnit;
    once(draft, this.#steps, `${outputKg} ${amount} ${unit} ${contentOf(step)}`, work);
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

function once<Result>(
  draft: Draft,
  pieces: Pieces<Result>,
  key: string,
  work: () => Result,
): Result {
  const known = pieces.get(key);
  if (known !== undefined) return addShared(draft, known);
  const { masses } = draft;
  const first = masses.length;
  const { result, piece } = worked(draft, work);
  if (piece === undefined || piece.flows.length > MOST_FLOWS) return result;
  if (pieces.size >= MOST_PIECES) pieces.clear();
  // Copies of a mass with another weight are made before it is kept.
  for (let at = first; at < masses.length; at++) {
    const mass = masses[at];
    if (mass !== undefined) masses[at] = { ...mass, ends: [] };
  }
  pieces.set(key, { ...piece, masses: masses.slice(first) });
  return result;
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
