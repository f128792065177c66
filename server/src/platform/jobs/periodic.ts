import type { Logger } from '../log.ts';

export type Periodic = {
  readonly name: string;
  readonly everyMs: number;
  /** Every worker runs it, so it must be safe to run concurrently. */
  readonly work: (stopping: AbortSignal) => Promise<unknown>;
};

/** Does a piece of work now and every so often, never twice at a time here; gives what ends it. */
export function startPeriodic({ name, everyMs, work }: Periodic, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const turn = (): void => {
    running ??= work(stopping.signal)
      .catch((error) => log.error(error, name))
      .finally(() => {
        running = undefined;
      });
  };
  turn();
  const timer = setInterval(turn, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
