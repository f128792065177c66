import { ApiError, badInput, listed, type Problem } from '../errors/api-error.ts';
import { Unprepared } from '../jobs/compute.ts';

/**
 * Checks what a request says although problems of it are known, and refuses it with all of them: its caller mends them in one
 * round. The check changes nothing, and takes wrong values as they are or stand-ins for them.
 */
export async function reportTogether<Answer>(
  known: readonly Problem[],
  check: () => Promise<Answer>,
): Promise<Answer> {
  if (known.length === 0) return check();
  try {
    await addKnown(known, check);
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    // The check computes something first, which may be refused as well.
    throw new Unprepared(() => addKnown(known, error.prepare));
  }
  throw badInput(known);
}

/** Adds known problems to a refusal by some work. */
async function addKnown<Answer>(
  known: readonly Problem[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? withKnown(error, known) : error;
  }
}

function withKnown(refusal: ApiError, known: readonly Problem[]): ApiError {
  const { code, message, extensions } = refusal;
  const places = new Set(known.map(({ path }) => path.join('.')));
  const found = refusal.problems.filter(({ path }) => !places.has(path.join('.')));
  switch (code) {
    case 'BAD_USER_INPUT':
    case 'MISSING_FACTOR':
      return badInput([...known, ...found]);
    case 'NOT_FOUND':
    case 'CONFLICT':
      return new ApiError(code, message, { ...extensions, problems: listed([...found, ...known]) });
    default:
      return refusal;
  }
}
