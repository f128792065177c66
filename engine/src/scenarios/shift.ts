import type { Shift } from './scenario-result.ts';

export function shiftOf(baseline: number, outcome: number): Shift {
  const difference = outcome - baseline;
  const share = baseline === 0 ? null : difference / Math.abs(baseline);
  return { baseline, outcome, difference, share };
}
