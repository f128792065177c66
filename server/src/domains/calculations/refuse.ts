import { CalculationError } from '@trackway/engine';
import type { Path } from '../../graphql/problems.ts';
import { badInput, Refusal } from '../../graphql/refusal.ts';

/** Where at the API something stands that the engine found at a path: below one, or anywhere. */
export type PlaceAtApi = Path | ((path: Path) => Path);

/** Runs the engine; what it refuses becomes a refusal of the API, all problems at once. */
export function calculated<Answer>(place: PlaceAtApi, calculate: () => Answer): Answer {
  try {
    return calculate();
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    const problems = error.problems.map((problem) => ({
      path: typeof place === 'function' ? place(problem.path) : [...place, ...problem.path],
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
