import { CalculationError } from '@trackway/engine';
import { badInput, Refusal } from '../../graphql/refusal.ts';

/** Runs the engine; what it refuses becomes a refusal of the API, all problems at once. */
export function calculated<Answer>(
  pathPrefix: readonly (string | number)[],
  calculate: () => Answer,
): Answer {
  try {
    return calculate();
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    const problems = error.problems.map((problem) => ({
      path: [...pathPrefix, ...problem.path],
      code: problem.code,
      message: problem.message,
      ...(problem.suggestions.length === 0 ? {} : { suggestions: problem.suggestions }),
    }));
    switch (error.code) {
      case 'MISSING_FACTOR':
        throw new Refusal('MISSING_FACTOR', error.message, { problems });
      case 'NON_PRODUCTIVE_CYCLE':
        throw new Refusal('NON_PRODUCTIVE_CYCLE', error.message, {
          problems,
          loop: problems.flatMap((problem) => problem.suggestions ?? []),
        });
      default:
        throw badInput(problems);
    }
  }
}
