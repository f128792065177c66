import type { Packaging } from '../product.ts';
import type { Draft } from '../resolve/draft.ts';
import type {
  ComponentInputs,
  EndingInputs,
  SharedPiece,
  SharedPieces,
  StepInputs,
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
    if (known !== undefined) return addAgain(draft, known.piece);
    const { result, piece } = watched(draft, work);
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
  if (known !== undefined) return addAgain(draft, known);
  const { masses } = draft;
  const first = masses.length;
  const { result, piece } = watched(draft, work);
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

interface Watched<Result> {
  readonly result: Result;
  /** Undefined for work that has problems or that depends on other products. */
  readonly piece: SharedPiece<Result> | undefined;
}

function watched<Result>(draft: Draft, work: () => Result): Watched<Result> {
  const { coveredKg, flows, masses, parts, problems, suppliedFactors } = draft;
  const [flowCount, massCount] = [flows.length, masses.length];
  const [partCount, problemCount] = [parts.length, problems.length];
  const { distribution, endOfLife } = coveredKg;
  coveredKg.distribution = 0;
  coveredKg.endOfLife = 0;
  const result = work();
  const { distribution: distributionKg, endOfLife: endOfLifeKg } = coveredKg;
  // A piece adds to each covered mass at most once, which keeps its bits.
  coveredKg.distribution = distribution + distributionKg;
  coveredKg.endOfLife = endOfLife + endOfLifeKg;
  const isAlone = parts.length === partCount && suppliedFactors.size === 0;
  if (!isAlone || problems.length > problemCount) return { result, piece: undefined };
  const added = { flows: flows.slice(flowCount), masses: masses.slice(massCount) };
  return { result, piece: { ...added, distributionKg, endOfLifeKg, result } };
}

function addAgain<Result>(draft: Draft, piece: SharedPiece<Result>): Result {
  const { flows, masses, coveredKg } = draft;
  for (const flow of piece.flows) flows.push(flow);
  for (const mass of piece.masses) masses.push(mass);
  coveredKg.distribution += piece.distributionKg;
  coveredKg.endOfLife += piece.endOfLifeKg;
  return piece.result;
}
