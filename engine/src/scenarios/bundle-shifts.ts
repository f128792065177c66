import type { Bundle, BundleLine } from '../bundle/bundle.ts';
import { totalOf } from '../evaluate/evaluate.ts';
import type { FactorLibrary } from '../library/library.ts';
import { applyOverrides } from './apply-overrides.ts';
import type { Scenario } from './run-scenario.ts';
import type { LineShift, ScenarioResult } from './scenario-result.ts';
import { type ScenarioOptions, snapshotOf, type Variant } from './scenario-subject.ts';
import { shiftOf } from './shift.ts';

/**
 * Each line of a bundle and its common way, before and after the overrides, each calculated by itself. A
 * line that an override takes away has an outcome of 0.
 */
export function bundleShifts(
  { subject, overrides, options = {} }: Scenario,
  library: FactorLibrary,
): Pick<ScenarioResult, 'lines' | 'transport'> {
  if (subject.kind !== 'BUNDLE') return { lines: [], transport: null };
  const { lines } = subject.bundle;
  const named = lines.map((line, at) => ({ ...line, id: line.id ?? String(at) }));
  const bundle = { ...subject.bundle, lines: named };
  const before = piecesOf({ subject: { ...subject, bundle }, library, overrides: [] }, options);
  const variant = applyOverrides({ ...subject, bundle }, library, overrides);
  const after = piecesOf(variant, options);
  return {
    lines: named.map(({ id, productId }): LineShift => {
      const shift = shiftOf(before.lines.get(id) ?? 0, after.lines.get(id) ?? 0);
      return { id, productId, ...shift };
    }),
    transport: shiftOf(before.transport, after.transport),
  };
}

interface Pieces {
  readonly lines: ReadonlyMap<string, number>;
  readonly transport: number;
}

/** kg CO2e of the lines by their ids, and of the common way. */
function piecesOf(variant: Variant, options: ScenarioOptions): Pieces {
  const { subject } = variant;
  if (subject.kind !== 'BUNDLE') throw new TypeError('Only a bundle has lines.');
  const { bundle } = subject;
  // Every line is delivered as the bundle is, although only the bundle has the legs.
  const isDelivered = (bundle.transportLegs ?? []).length > 0;
  const settings = { ...options, isDelivered };
  const kgOf = (part: Bundle) =>
    totalOf(snapshotOf({ ...variant, subject: { ...subject, bundle: part } }, settings));
  const lineKg = (line: BundleLine) => kgOf({ ...bundle, lines: [line], transportLegs: [] });
  return {
    lines: new Map(bundle.lines.map((line) => [line.id ?? '', lineKg(line)])),
    transport: isDelivered ? kgOf({ ...bundle, lines: [] }) : 0,
  };
}
