/** Geometry of a line of amounts per minute. */

/** Minutes of a day are too many for a table, and for the pixels of most screens. */
export const PERIOD_MINUTES = 15;

export type Period = {
  /** Number of its first minute. */
  readonly start: number;
  readonly requests: number;
  readonly failed: number;
  /** The busiest minute and its requests. */
  readonly busiest: number;
  readonly most: number;
};

/** The minutes in periods. The line joins their busiest minutes: a limit per minute is compared with those. */
export function periodsOf(requests: readonly number[], failed: readonly number[]): Period[] {
  const count = Math.ceil(requests.length / PERIOD_MINUTES);
  return Array.from({ length: count }, (_, at) => {
    const start = at * PERIOD_MINUTES;
    const end = start + PERIOD_MINUTES;
    const minutes = requests.slice(start, end);
    const most = Math.max(...minutes);
    return {
      start,
      requests: sumOf(minutes),
      failed: sumOf(failed.slice(start, end)),
      busiest: start + (most === 0 ? Math.floor(minutes.length / 2) : minutes.indexOf(most)),
      most,
    };
  });
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Round amounts from 0 to at least `most`, in three to five steps of 1, 2 or 5. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * magnitude >= rough) ?? 10;
  const step = Math.max(1, factor * magnitude);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

/** A limit that is far above all amounts would flatten their line. */
export function showsLimit(most: number, limit: number): boolean {
  return most * 5 >= limit;
}

type Box = { readonly width: number; readonly height: number };

/** Path of the line through the busiest minutes; `ceiling` is the amount at the upper edge. */
export function ratePath(
  periods: readonly Period[],
  { minutes, ceiling }: { readonly minutes: number; readonly ceiling: number },
  { width, height }: Box,
): string {
  return periods
    .map(({ busiest, most }) => {
      const x = ((busiest + 0.5) / minutes) * width;
      const y = height * (1 - most / ceiling);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(' L ');
}
