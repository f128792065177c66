/** The time of day, injected wherever it decides something, so that no test sleeps. */
export type Clock = { readonly now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that moves only when `advance` is called. */
export function stoppedClock(at: Date): Clock & { readonly advance: (byMs: number) => void } {
  let nowMs = at.getTime();
  return {
    now: () => new Date(nowMs),
    advance: (byMs) => {
      nowMs += byMs;
    },
  };
}
