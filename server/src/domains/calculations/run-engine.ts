import { CalculationError } from '@trackway/engine';
import { ApiError, badInput, listed } from '../../rules/errors/api-error.ts';
import type { Path } from '../../rules/inputs/problems.ts';

/** API path of an element that the engine reports at its own path: below one path, or anywhere. */
type InputPath = Path | ((path: Path) => Path);

/** Runs the engine; what it refuses becomes a refusal of the API, with its problems. */
export function runEngine<Answer>(place: InputPath, calculate: () => Answer): Answer {
  try {
    return calculate();
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    const problems = error.problems.map(({ path, code, message, suggestions }) => ({
      path: pathAt(place, path),
      code,
      message,
      ...(suggestions.length === 0 ? {} : { suggestions }),
    }));
    switch (error.code) {
      case 'TOO_LARGE':
        throw new ApiError('QUERY_TOO_COMPLEX', error.message);
      case 'MISSING_FACTOR':
        throw new ApiError('MISSING_FACTOR', error.message, { problems: listed(problems) });
      case 'NON_PRODUCTIVE_CYCLE':
        throw new ApiError('NON_PRODUCTIVE_CYCLE', error.message, {
          problems: listed(problems),
          loop: error.problems.flatMap(({ loop }) => loop ?? []),
        });
      default:
        throw badInput(problems);
    }
  }
}

/** A choice of the method is in the input of every calculation. */
function pathAt(place: InputPath, path: Path): Path {
  if (path[0] === 'gwpSet') return ['input', ...path];
  return typeof place === 'function' ? place(path) : [...place, ...path];
}
