/** Geometry of a tornado: bars from a low to a high value around one middle, on a linear axis. */

export type TornadoBar = {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly x: number;
  readonly width: number;
};

export function tornado(
  bars: readonly { readonly label: string; readonly low: number; readonly high: number }[],
  middle: number,
  width: number,
): { readonly bars: readonly TornadoBar[]; readonly middleX: number } {
  const least = Math.min(middle, ...bars.map(({ low }) => low));
  const most = Math.max(middle, ...bars.map(({ high }) => high));
  const scale = most === least ? 0 : width / (most - least);
  const x = (value: number) => (value - least) * scale;
  return {
    bars: bars.map((bar) => ({ ...bar, x: x(bar.low), width: (bar.high - bar.low) * scale })),
    middleX: x(middle),
  };
}
