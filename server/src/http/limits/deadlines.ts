import { InFlight } from '../../platform/concurrency/in-flight.ts';
import { type ApiError, requestTimeout } from '../../rules/errors/api-error.ts';

const LOOK_EVERY_MS = 250;

type Waiting = { readonly sinceMs: number; readonly giveUp: () => void };

/**
 * Gives up on executions that take too long. The database stops their statements in time, and a
 * mutation does not commit after the request's `deadlineMs`.
 * One clock looks after all of them, because a timer for each costs every request more than it is worth.
 */
export class Deadlines {
  readonly #limitMs: number;
  readonly #waiting = new InFlight<Waiting>();
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
      const giveUp = () => {
        leave();
        reject(refusal());
      };
      const leave = this.#waiting.enter({ sinceMs, giveUp });
      execution.then(
        (result) => {
          leave();
          resolve(result);
        },
        (error) => {
          leave();
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
    for (const { sinceMs, giveUp } of this.#waiting) if (sinceMs <= latestMs) giveUp();
  }
}
