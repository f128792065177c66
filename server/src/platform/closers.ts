/** Resources to close at the end, the last opened first; closing twice has no effect. */
export class Closers {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Takes every step, even after one that failed; throws what failed first. */
  close(): Promise<void> {
    this.#closing ??= this.#run();
    return this.#closing;
  }

  async #run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
