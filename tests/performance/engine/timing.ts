export interface Timing {
  readonly bestMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Runs a piece of work until it is warm, then `rounds` times by the clock. */
export function time(rounds: number, work: (round: number) => void, warmUp = 3): Timing {
  for (let round = 0; round < warmUp; round++) work(round);
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work(warmUp + round);
    taken.push(performance.now() - start);
  }
  return timingOf(taken);
}

function timingOf(taken: readonly number[]): Timing {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { bestMs: at(0), medianMs: at(0.5), p99Ms: at(0.99) };
}

/** `12.3 ms`, `4.5 µs`: three digits and the unit that suits them. */
export function show(ms: number | undefined): string {
  if (ms === undefined) return '–';
  const [value, unit] = ms >= 1000 ? [ms / 1000, 's'] : ms >= 1 ? [ms, 'ms'] : [ms * 1000, 'µs'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

export function showBoth({ medianMs, bestMs }: Timing): string {
  return `${show(medianMs)} (${show(bestMs)})`;
}
