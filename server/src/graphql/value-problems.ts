import { type GraphQLInputType, validateInputValue } from 'graphql';
import type { Problem } from '../rules/api-error.ts';
import type { Path } from '../rules/problems.ts';

/**
 * Messages of graphql-js about fields of an object; both have the path of the object and show it
 * whole.
 */
const REQUIRED = /^Expected value of type "\w+" to include required field "(\w+)"/;
const UNKNOWN =
  /^Expected value of type "\w+" not to include unknown field "([^"]*)"(?:\. (Did you mean [^?]*\?))?/;

/** Reports everything in an external value that does not match its type. */
export function findValueProblems(
  value: unknown,
  type: GraphQLInputType,
  start: Path,
  complain: (problem: Problem) => void,
): void {
  validateInputValue(value, type, ({ message }, path) =>
    complain(valueProblem([...start, ...path], message)),
  );
}

function valueProblem(path: Path, message: string): Problem {
  const required = REQUIRED.exec(message)?.[1];
  if (required !== undefined) {
    return { path: [...path, required], code: 'REQUIRED', message: `"${required}" is required.` };
  }
  const [, unknown, meant] = UNKNOWN.exec(message) ?? [];
  if (unknown === undefined) return { path, code: 'INVALID_VALUE', message };
  const question = meant === undefined ? '' : ` ${meant}`;
  const text = `There is no field "${unknown}".${question}`;
  return { path: [...path, unknown], code: 'UNKNOWN_FIELD', message: text };
}
