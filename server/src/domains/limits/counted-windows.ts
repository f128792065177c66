/** Windows that have ended are removed once this many are counted. */
const MANY = 10_000;

type Window = { count: number; readonly endsAt: Date };

/** Counts per name in fixed windows, in the memory of this process. */
export class CountedWindows {
  readonly #lengthMs: number;
  readonly #windows = new Map<string, Window>();
  #mostWindows = MANY;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** Counts more in the window that the first one opened. */
  count(name: string, more = 1): Readonly<Window> {
    const nowMs = Date.now();
    const known = this.#windows.get(name);
    if (known !== undefined && nowMs < known.endsAt.getTime()) {
      known.count += more;
      return known;
    }
    if (this.#windows.size >= this.#mostWindows) this.#removeEnded(nowMs);
    const opened = { count: more, endsAt: new Date(nowMs + this.#lengthMs) };
    this.#windows.set(name, opened);
    return opened;
  }

  #removeEnded(nowMs: number): void {
    for (const [name, { endsAt }] of this.#windows)
      if (endsAt.getTime() <= nowMs) this.#windows.delete(name);
    this.#mostWindows = Math.max(MANY, 2 * this.#windows.size);
  }
}
