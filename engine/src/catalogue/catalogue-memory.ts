import type { FactorLibrary } from '../library/library.ts';
import { ContentPieces } from './content-pieces.ts';

/** Pieces that products of a catalogue have in common. One memory serves one method, with any libraries. */
export class CatalogueMemory {
  readonly #pieces = new WeakMap<FactorLibrary, ContentPieces>();

  piecesOf(library: FactorLibrary): ContentPieces {
    const known = this.#pieces.get(library) ?? new ContentPieces();
    this.#pieces.set(library, known);
    return known;
  }
}
