/** Windows that have ended are removed once this many are counted. */
const MANY = 10_000;

type Window = { count: number; readonly endsAtMs: number };

/**
 * Counts per name in fixed windows, in the memory of this process. Their length is that of a stopwatch: by the time of day, a window would
 * last for an hour more when the clock is set back by one.
 */
export class CountedWindows {
  readonly #lengthMs: number;
  readonly #windows = new Map<string, Window>();
  #mostWindows = MANY;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** Counts more in the window that the first one opened. */
  count(name: string, more = 1): { readonly count: number; readonly endsInMs: number } {
    const nowMs = performance.now();
    const known = this.#windows.get(name);
    if (known !== undefined && nowMs < known.endsAtMs) {
      known.count += more;
      return { count: known.count, endsInMs: known.endsAtMs - nowMs };
    }
    if (this.#windows.size >= this.#mostWindows) this.#removeEnded(nowMs);
    this.#windows.set(name, { count: more, endsAtMs: nowMs + this.#lengthMs });
    return { count: more, endsInMs: this.#lengthMs };
  }

  #removeEnded(nowMs: number): void {
    for (const [name, { endsAtMs }] of this.#windows)
      if (endsAtMs <= nowMs) this.#windows.delete(name);
    this.#mostWindows = Math.max(MANY, 2 * this.#windows.size);
  }
}
