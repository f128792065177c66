export type Counted = { readonly totalCount: number; readonly totalCountIsExact: boolean };

/**
 * Counts of the parts of a whole. The service counts at most 10,000 rows of a filter, but all of a list without one: a
 * single larger part is what the others leave.
 */
export function exactCounts<Part extends Counted>(
  total: number,
  parts: readonly Part[],
): readonly Part[] {
  const exact = parts.filter(({ totalCountIsExact }) => totalCountIsExact);
  if (exact.length < parts.length - 1) return parts;
  const left = total - exact.reduce((sum, { totalCount }) => sum + totalCount, 0);
  return parts.map((part) =>
    part.totalCountIsExact
      ? part
      : { ...part, totalCount: Math.max(part.totalCount, left), totalCountIsExact: true },
  );
}
