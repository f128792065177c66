/** Geometry of a line over one parameter; the vertical axis starts at zero. */

type LinePoint = {
  readonly value: number;
  readonly amount: number;
  readonly x: number;
  readonly y: number;
};

export function line(
  values: readonly number[],
  amounts: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): LinePoint[] {
  const first = Math.min(...values);
  const span = Math.max(...values) - first;
  const least = Math.min(0, ...amounts);
  const most = Math.max(0, ...amounts);
  return values
    .map((value, at) => {
      const amount = amounts[at] ?? 0;
      const x = span === 0 ? width / 2 : ((value - first) / span) * width;
      const y = most === least ? height : ((most - amount) / (most - least)) * height;
      return { value, amount, x, y };
    })
    .sort((a, b) => a.value - b.value);
}
