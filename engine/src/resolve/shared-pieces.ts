import { contentOf } from './content.ts';
import type { Draft, TreatedMass } from './draft.ts';
import type { EndingInputs } from './memory.ts';
import type { Flow } from './resolved.ts';
import type { ResolvedComponent } from './resolved-component.ts';

/** Additions of a piece to a draft. */
export interface SharedPiece<Result> {
  readonly result: Result;
  readonly flows: readonly Flow[];
  readonly masses: readonly TreatedMass[];
  readonly distributionKg: number;
  readonly endOfLifeKg: number;
}

/** Pieces by the text of everything that they follow from. */
export type PiecesByKey<Result> = Map<string, SharedPiece<Result>>;

/** A thread keeps some of them; a piece has about a kilobyte. */
const MOST_PIECES = 4_000;

/**
 * Pieces of many products by their content: components, packaging and steps come again in other products, and in
 * the same product after overrides. Only for results that want flows alone: path and label of a flow are those of the
 * first product that had the piece. One of them serves one library and one method.
 */
export class SharedPieces {
  readonly components: PiecesByKey<ResolvedComponent> = new Map();
  /** The result is the packaging that travels with one declared unit, in kg. */
  readonly packaging: PiecesByKey<number> = new Map();
  readonly steps: PiecesByKey<undefined> = new Map();
}

/** Adds the piece of a key as it was, or works it out. A piece with problems or parts is not kept. */
export function once<Result>(
  draft: Draft,
  pieces: PiecesByKey<Result>,
  key: string,
  work: () => Result,
): Result {
  const known = pieces.get(key);
  if (known !== undefined) return addAgain(draft, known);
  const { masses } = draft;
  const first = masses.length;
  const { result, piece } = watched(draft, work);
  if (piece === undefined) return result;
  if (pieces.size >= MOST_PIECES) pieces.clear();
  // Copies of a mass with another weight are made before it is kept.
  for (let at = first; at < masses.length; at++) {
    const mass = masses[at];
    if (mass !== undefined) masses[at] = { ...mass, ends: [] };
  }
  pieces.set(key, { ...piece, masses: masses.slice(first) });
  return result;
}

/** An end of a mass; the result is the energy of what is burnt with recovery, in kWh. */
export interface SharedEnd {
  readonly profile: string | undefined;
  readonly country: string | undefined;
  readonly piece: SharedPiece<number>;
}

/** Products that share a mass mostly end alike. */
const MOST_ENDS = 8;

/** Adds the end of a mass as it was, or works it out. Only masses of kept pieces remember theirs. */
export function endOnceShared(
  draft: Draft,
  { mass, profile, country }: EndingInputs,
  work: () => number,
): number {
  const { ends } = mass;
  if (ends === undefined) return work();
  const content = profile && contentOf(profile);
  const known = ends.find((end) => end.country === country && end.profile === content);
  if (known !== undefined) return addAgain(draft, known.piece);
  const { result, piece } = watched(draft, work);
  if (piece && ends.length < MOST_ENDS) ends.push({ profile: content, country, piece });
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
