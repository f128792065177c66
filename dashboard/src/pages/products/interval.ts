/** The 95 % interval of a FULL result that is shown: that of sampled runs if there are any, as on labels and passports. */
export function intervalOf<Interval>(
  full: { readonly monteCarlo: Interval | null; readonly uncertainty: Interval } | null | undefined,
): Interval | undefined {
  return full?.monteCarlo ?? full?.uncertainty;
}
