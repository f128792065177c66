import { type ApiError, requestTimeout } from '../../rules/api-error.ts';

const LOOK_EVERY_MS = 250;

type Waiting = { readonly sinceMs: number; readonly giveUp: () => void };

/**
 * Gives up on executions that take too long. The database stops their statements in time, and a
 * mutation does not commit after the request's `deadlineMs`.
 * One clock looks after all of them, because a timer for each costs every request more than it is worth.
 */
export class Deadlines {
  readonly #limitMs: number;
  readonly #waiting = new Set<Waiting>();
  readonly #clock: NodeJS.Timeout;

  constructor(limitMs: number, lookEveryMs = LOOK_EVERY_MS) {
    this.#limitMs = limitMs;
    this.#clock = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Result of the execution, or the refusal if it does not arrive within the limit, counted from `sinceMs`. */
  keep<Result>(
    execution: Promise<Result> | Result,
    sinceMs = performance.now(),
    refusal: () => ApiError = requestTimeout,
  ): Promise<Result> | Result {
    if (!(execution instanceof Promise)) return execution;
    return new Promise((resolve, reject) => {
      const waiting = { sinceMs, giveUp: () => reject(refusal()) };
      this.#waiting.add(waiting);
      execution.then(
        (result) => {
          this.#waiting.delete(waiting);
          resolve(result);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #look(): void {
    const latestMs = performance.now() - this.#limitMs;
    for (const waiting of this.#waiting) {
      if (waiting.sinceMs > latestMs) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
  }
}
