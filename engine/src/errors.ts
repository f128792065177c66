import type { Path } from './path.ts';

export const PROBLEM_CODES = [
  'MISSING_FACTOR',
  'NON_PRODUCTIVE_CYCLE',
  'UNIT_MISMATCH',
  'BAD_INPUT',
  'IMPLAUSIBLE',
  'TOO_LARGE',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const WARNING_CODES = [
  'MASS_MISMATCH',
  'UNUSUAL_MASS',
  'UNUSUAL_RESULT',
  'MODE_AGAINST_GEOGRAPHY',
  'MIXED_BOUNDARIES',
  'OLD_FACTOR',
  'COUNTED_TWICE',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** An implausible value at one place of the input. It does not stop a result. */
export interface Warning {
  readonly path: Path;
  readonly code: WarningCode;
  readonly message: string;
}

/** One thing that is wrong, at one place of the input. */
export interface Problem {
  readonly path: Path;
  readonly code: ProblemCode;
  readonly message: string;
  /** Names or ids that would have worked. */
  readonly suggestions: readonly string[];
  /** The names along a loop that consumes at least its own output, in its order. */
  readonly loop?: readonly string[];
}

export function badInput(
  path: Path,
  message: string,
  suggestions: readonly string[] = [],
): Problem {
  return { path, code: 'BAD_INPUT', message, suggestions };
}

/** Problem of products that need each other, by their names. */
export function loopProblem(names: readonly string[]): Problem {
  const message = `A loop of products consumes at least its own output: ${[...names, names[0]].join(' → ')}.`;
  return {
    path: ['components'],
    code: 'NON_PRODUCTIVE_CYCLE',
    message,
    suggestions: [],
    loop: names,
  };
}

/**
 * A calculation that cannot be made, with all its problems. Its own code is the code of the gravest
 * problem: wrong input before a missing factor.
 */
export class CalculationError extends Error {
  readonly code: ProblemCode;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.message).join(' '));
    this.name = 'CalculationError';
    this.problems = problems;
    this.code =
      GRAVEST_FIRST.find((code) => problems.some((problem) => problem.code === code)) ??
      'BAD_INPUT';
  }
}

const GRAVEST_FIRST: readonly ProblemCode[] = [
  'TOO_LARGE',
  'BAD_INPUT',
  'UNIT_MISMATCH',
  'NON_PRODUCTIVE_CYCLE',
  'MISSING_FACTOR',
  'IMPLAUSIBLE',
];
