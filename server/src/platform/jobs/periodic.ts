import type { Logger } from '../log.ts';

export type Periodic = {
  readonly name: string;
  readonly everyMs: number;
  /** Every worker runs it, so it must be safe to run concurrently. Logs an error that does not end it by `onError`. */
  readonly work: (stopping: AbortSignal, onError: (error: unknown) => void) => Promise<unknown>;
};

/** Does a piece of work now and every so often, never twice at a time here; gives what ends it. */
export function startPeriodic({ name, everyMs, work }: Periodic, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const onError = (error: unknown): void => log.error(error, name);
  const turn = (): void => {
    running ??= work(stopping.signal, onError)
      .catch(onError)
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
