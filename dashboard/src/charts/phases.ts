/**
 * Geometry of the phase bar. The files of this folder are pure: no DOM, no colour, no text measurement. The
 * pages draw from them, and so may the renderer of assets on the server (`dashboard/src/charts/*.ts`).
 */

/** The phases in the order of life. BEYOND_SYSTEM is reported apart and never part of a bar. */
export const LIFE_ORDER = [
  'RAW_MATERIALS',
  'INBOUND_TRANSPORT',
  'MANUFACTURING',
  'PACKAGING',
  'DISTRIBUTION',
  'RETAIL',
  'INSTALLATION',
  'USE',
  'MAINTENANCE_REPAIR',
  'END_OF_LIFE',
] as const;

type PhaseAmount = { readonly phase: string; readonly co2eKg: number };

/** The phases that have an amount, in the order of life. */
export function inLifeOrder<Amount extends PhaseAmount>(phases: readonly Amount[]): Amount[] {
  return LIFE_ORDER.flatMap((phase) => phases.find((each) => each.phase === phase) ?? []).filter(
    ({ co2eKg }) => co2eKg !== 0,
  );
}

type PhaseSegment = PhaseAmount & {
  readonly x: number;
  readonly width: number;
  /** Part of the sum of the segments, 0 to 1. */
  readonly share: number;
};

/**
 * The segments of one horizontal bar `width` long with `gap` between neighbours. Credits cannot be part of a bar:
 * they are left out, and the caller lists them.
 */
export function phaseSegments(
  phases: readonly PhaseAmount[],
  { width, gap }: { readonly width: number; readonly gap: number },
): PhaseSegment[] {
  const shown = inLifeOrder(phases).filter(({ co2eKg }) => co2eKg > 0);
  const total = shown.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  const room = width - gap * Math.max(0, shown.length - 1);
  let x = 0;
  return shown.map(({ phase, co2eKg }) => {
    const share = co2eKg / total;
    const segment = { phase, co2eKg, share, x, width: room * share };
    x += segment.width + gap;
    return segment;
  });
}
