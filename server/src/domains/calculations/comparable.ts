import type { Boundary, DeclaredUnit } from '@trackway/engine';
import { ApiError } from '../../rules/errors/api-error.ts';

/** The unit and the boundary that a result is of; a BASIC one has no boundary. */
type ResultScope = {
  readonly declaredUnit: DeclaredUnit | undefined;
  readonly boundary: Boundary | undefined;
};

/** Refuses to compare results that are not of the same unit over the same boundary (ISO 14044, 4.2.3.7). */
export function assertComparable(results: readonly ResultScope[]): void {
  const scopes = new Set(
    results.map(({ declaredUnit, boundary }) => {
      const { amount, unit } = declaredUnit ?? {};
      return `${amount} ${unit} over ${boundary ?? 'what was declared (BASIC)'}`;
    }),
  );
  if (scopes.size <= 1) return;
  const message = `Only footprints of equal unit and boundary are compared: these are of ${[...scopes].join(' and of ')}.`;
  throw new ApiError('CONFLICT', message);
}
