const PLACES = 1 << 13;

/** Texts that came before, by a mark of 32 bits each: the last ones, and rarely one that did not come. */
export class Met {
  readonly #marks = new Int32Array(PLACES);

  /** True if the text came before; it has come now. */
  again(text: string): boolean {
    // FNV-1a.
    let mark = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) {
      mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
    }
    const place = (mark ^ (mark >>> 16)) & (PLACES - 1);
    if (this.#marks[place] === mark) return true;
    this.#marks[place] = mark;
    return false;
  }
}
