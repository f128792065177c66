import type { FactorLibrary } from '../library/library.ts';
import { SharedPieces } from '../resolve/shared-pieces.ts';

/** What products of a catalogue have in common. One memory serves one method, with any libraries. */
export class CatalogueMemory {
  readonly #pieces = new WeakMap<FactorLibrary, SharedPieces>();

  piecesOf(library: FactorLibrary): SharedPieces {
    const known = this.#pieces.get(library) ?? new SharedPieces();
    this.#pieces.set(library, known);
    return known;
  }
}
