import type { EndOfLife } from '../product.ts';
import { contentOf } from './content.ts';
import type { Draft, TreatedMass } from './draft.ts';
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
  /** Ends of masses that pieces have; the result is the energy of what is burnt with recovery, in kWh. */
  readonly endings = new WeakMap<TreatedMass, PiecesByKey<number>>();
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
  const { coveredKg, flows, masses, parts, problems, suppliedFactors } = draft;
  const before = [flows.length, masses.length, parts.length, problems.length] as const;
  const { distribution, endOfLife } = coveredKg;
  coveredKg.distribution = 0;
  coveredKg.endOfLife = 0;
  const result = work();
  const { distribution: distributionKg, endOfLife: endOfLifeKg } = coveredKg;
  // A piece adds to each covered mass at most once, which keeps its bits.
  coveredKg.distribution = distribution + distributionKg;
  coveredKg.endOfLife = endOfLife + endOfLifeKg;
  const isWhole = parts.length === before[2] && problems.length === before[3];
  if (!isWhole || suppliedFactors.size > 0) return result;
  if (pieces.size >= MOST_PIECES) pieces.clear();
  const added = masses.slice(before[1]);
  const piece = { flows: flows.slice(before[0]), masses: added, distributionKg, endOfLifeKg };
  pieces.set(key, { ...piece, result });
  for (const mass of added) draft.options.shared?.endings.set(mass, new Map());
  return result;
}

function addAgain<Result>(draft: Draft, piece: SharedPiece<Result>): Result {
  const { flows, masses, coveredKg } = draft;
  for (const flow of piece.flows) flows.push(flow);
  for (const mass of piece.masses) masses.push(mass);
  coveredKg.distribution += piece.distributionKg;
  coveredKg.endOfLife += piece.endOfLifeKg;
  return piece.result;
}

/** The same for the end of a mass; masses that belong to no piece are worked out. */
export function endOnceShared(
  draft: Draft,
  mass: TreatedMass,
  {
    profile,
    country,
  }: { readonly profile: EndOfLife | undefined; readonly country?: string | undefined },
  work: () => number,
): number {
  const endings = draft.options.shared?.endings.get(mass);
  if (endings === undefined) return work();
  const key = `${country ?? ''} ${profile === undefined ? '' : contentOf(profile)}`;
  return once(draft, endings, key, work);
}
