/**
 * Normalised and weighted results: impact / normalisation × weight, either step optional
 * (ISO 14044, 4.4.3). An indicator without an entry is left out: it has no such result.
 */
export function weighImpacts(
  impacts: ReadonlyMap<string, number>,
  scales: {
    readonly normalisation?: ReadonlyMap<string, number>;
    readonly weights?: ReadonlyMap<string, number>;
  },
): Map<string, number> {
  const weighed = new Map<string, number>();
  for (const [indicator, impact] of impacts) {
    const reference = scales.normalisation ? scales.normalisation.get(indicator) : 1;
    const weight = scales.weights ? scales.weights.get(indicator) : 1;
    if (reference !== undefined && weight !== undefined) {
      weighed.set(indicator, (impact / reference) * weight);
    }
  }
  return weighed;
}
