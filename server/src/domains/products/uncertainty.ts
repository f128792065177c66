import type { Uncertainty } from '@trackway/engine';
import type { Problem } from '../../rules/errors/api-error.ts';

export type GivenUncertainty = {
  readonly kind: Uncertainty['kind'];
  readonly sigma?: number | undefined;
  readonly deviation?: number | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
};

/** The spread that is meant; what its kind needs and was not given is NaN, for the check to find. */
export function uncertaintyOf(given: GivenUncertainty): Uncertainty {
  const {
    kind,
    sigma = Number.NaN,
    deviation = Number.NaN,
    least = Number.NaN,
    most = Number.NaN,
  } = given;
  switch (kind) {
    case 'FIXED':
      return { kind };
    case 'LOGNORMAL':
      return { kind, sigma };
    case 'NORMAL':
      return { kind, deviation };
    default:
      return { kind, least, most };
  }
}

/** As a calculation takes them: beyond, the bounds of an interval are no numbers. */
const MOST_SPREAD = 10;
const MOST = 1_000_000;

export function uncertaintyProblems(
  uncertainty: Uncertainty | undefined,
  path: Problem['path'],
): Problem[] {
  if (uncertainty === undefined) return [];
  const { kind, ...parameters } = uncertainty;
  const problems = Object.entries(parameters).flatMap(([name, value]): Problem[] => {
    const most = name === 'most' ? MOST : MOST_SPREAD;
    if (value >= 0 && value <= most) return [];
    const message = `A ${kind} spread needs \`${name}\`, not negative and at most ${most}.`;
    return [
      { path: [...path, name], code: Number.isNaN(value) ? 'REQUIRED' : 'OUT_OF_RANGE', message },
    ];
  });
  const isUpsideDown = 'least' in uncertainty && (uncertainty.least > 1 || uncertainty.most < 1);
  if (problems.length > 0 || !isUpsideDown) return problems;
  return [
    {
      path,
      code: 'OUT_OF_RANGE',
      message: 'The amount itself, 1, must lie between `least` and `most`.',
    },
  ];
}
