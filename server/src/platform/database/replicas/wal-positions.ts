/**
 * A position at the start of a page of WAL is reported after the header of the page by the primary and before
 * it by a replica. No record is that short.
 */
const PAGE_HEADER_BYTES = 24;
const MOST_KEPT = 100;

/** Positions in the WAL of the primary, each with a time before it was read. */
export class WalPositions {
  #kept: { atMs: number; readonly position: number }[] = [];

  note(atMs: number, position: number): void {
    const last = this.#kept.at(-1);
    if (last?.position === position) last.atMs = atMs;
    else this.#kept.push({ atMs, position });
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
  }

  /** All that was committed before this time is in the WAL up to `position`; -Infinity if that is not known. */
  asOf(position: number): number {
    const passed = this.#kept.findLast((kept) => kept.position <= position + PAGE_HEADER_BYTES);
    return passed?.atMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Positions of a primary that was replaced may be ahead of those of the new one. */
  clear(): void {
    this.#kept = [];
  }
}
