/** Geometry of a waterfall: from a start over steps to an end, on one linear axis from zero. */

export type WaterfallBar = {
  readonly label: string;
  readonly kind: 'TOTAL' | 'LESS' | 'MORE';
  /** Amount of a total, difference of a step. */
  readonly amount: number;
  readonly x: number;
  readonly width: number;
  /** Edge at which the next bar begins. */
  readonly endX: number;
};

export function waterfall(
  start: { readonly label: string; readonly amount: number },
  steps: readonly { readonly label: string; readonly difference: number }[],
  endLabel: string,
  width: number,
): WaterfallBar[] {
  const levels = [start.amount];
  for (const { difference } of steps) levels.push((levels.at(-1) ?? 0) + difference);
  const least = Math.min(0, ...levels);
  const most = Math.max(0, ...levels);
  const scale = most === least ? 0 : width / (most - least);
  const x = (amount: number) => (amount - least) * scale;
  const total = (label: string, amount: number): WaterfallBar => ({
    label,
    kind: 'TOTAL',
    amount,
    x: Math.min(x(0), x(amount)),
    width: Math.abs(amount) * scale,
    endX: x(amount),
  });
  const bars = steps.map(({ label, difference }, index): WaterfallBar => {
    const before = levels[index] ?? 0;
    return {
      label,
      kind: difference <= 0 ? 'LESS' : 'MORE',
      amount: difference,
      x: x(Math.min(before, before + difference)),
      width: Math.abs(difference) * scale,
      endX: x(before + difference),
    };
  });
  return [total(start.label, start.amount), ...bars, total(endLabel, levels.at(-1) ?? 0)];
}
