import {
  type ASTVisitor,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type ValidationContext,
  type ValueNode,
  validateInputLiteral,
  validateInputValue,
} from 'graphql';
import { badInput, type Problem } from '../rules/errors/api-error.ts';
import type { Path } from '../rules/inputs/problems.ts';
import { argumentPath, type VisitorPlace } from './argument-path.ts';
import { withLikelySuggestions } from './suggestions.ts';

export type Complain = (problem: Problem) => void;

/** As many as the longest lists have items: each takes up to 0.1 ms to word, all in one turn of the event loop. */
export const MAX_PROBLEMS_OF_FORM = 250;

/** Collects problems; throws them all when there are so many that looking for more is a waste. */
export class ProblemList {
  readonly problems: Problem[] = [];
  readonly #most: number;

  constructor(most = MAX_PROBLEMS_OF_FORM) {
    this.#most = most;
  }

  readonly add: Complain = (problem) => {
    this.problems.push(problem);
    if (this.problems.length === this.#most) throw badInput(this.problems);
  };
}

/**
 * Messages of graphql-js about fields of an object; both have the path of the object and show it
 * whole.
 */
const REQUIRED = /^Expected value of type "\w+" to include required field "(\w+)"/;
/** Of a variable that is missing; its path is its own. */
const NOT_PROVIDED = /^Expected a value of non-null type "[^"]*" to be provided/;
const ONE_OF = /^Within OneOf Input Object type/;
const UNKNOWN =
  /^Expected value of type "\w+" not to include unknown field "([^"]*)"(?:\. (Did you mean [^?]*\?))?/;

/** Reports everything in an external value that does not match its type. */
export function findValueProblems(
  value: unknown,
  type: GraphQLInputType,
  start: Path,
  complain: Complain,
): void {
  validateInputValue(value, type, ({ message }, path) =>
    complain(valueProblem([...start, ...path], messageAbout(message, typeAt(type, path)))),
  );
}

/**
 * A rule of validation that reports wrong literals as the problems that the same values would be in variables;
 * it takes the place of ValuesOfCorrectTypeRule.
 */
export function literalProblemsRule(
  complain: Complain,
): (context: ValidationContext) => ASTVisitor {
  return (context) => {
    const check = (
      node: ValueNode,
      type: GraphQLInputType | null | undefined,
      ...at: VisitorPlace
    ) => {
      if (!type) return false;
      const start = argumentPath(at);
      validateInputLiteral(node, type, ({ message }, path) =>
        complain(valueProblem([...start, ...path], messageAbout(message, typeAt(type, path)))),
      );
      return false;
    };
    return {
      enter(node, _key, parent, keys, ancestors) {
        switch (node.kind) {
          case 'ListValue':
            return check(node, context.getParentInputType(), keys, ancestors, parent);
          case 'NullValue':
          case 'ObjectValue':
          case 'EnumValue':
          case 'IntValue':
          case 'FloatValue':
          case 'StringValue':
          case 'BooleanValue':
            return check(node, context.getInputType(), keys, ancestors, parent);
          default:
            return undefined;
        }
      },
    };
  };
}

/** The type of the value at a path below a value; undefined below what has no fields. */
function typeAt(type: GraphQLInputType, [step, ...rest]: Path): GraphQLInputType | undefined {
  if (step === undefined) return type;
  const known = getNullableType(type);
  if (isListType(known)) {
    // GraphQL takes a single value as a list of one; the path has no number then.
    return typeAt(known.ofType, typeof step === 'number' ? rest : [step, ...rest]);
  }
  const field = isInputObjectType(known) ? known.getFields()[step] : undefined;
  return field && typeAt(field.type, rest);
}

/** Message of graphql-js about a value of a wrong scalar, such as `Float cannot represent non numeric value: "0,2"`. */
const OTHER_SCALAR = /^(\w+) cannot represent .*?value: (.*)$/s;
const SCALARS: ReadonlyMap<string, string> = new Map([
  ['Int', 'an Int: give a whole number from -2147483648 to 2147483647, not as text, such as 12'],
  [
    'Float',
    'a Float: give a number with a decimal point, without unit and not as text, such as 0.2',
  ],
  ['String', 'a String: give a text in quotes, such as "12"'],
  ['Boolean', 'a Boolean: give true or false, not as text'],
  ['ID', 'an ID: give a text in quotes, such as "prod_01…"'],
]);

/** Longer lists are read in the schema. */
const MOST_VALUES = 25;

/** A message of graphql-js about a value, with what is expected in its place. */
function messageAbout(given: string, type: GraphQLInputType | undefined): string {
  const [, scalar = '', value] = OTHER_SCALAR.exec(given) ?? [];
  const expected = SCALARS.get(scalar);
  if (expected !== undefined) return `${value} is not ${expected}.`;
  const message = withLikelySuggestions(given);
  const known = getNullableType(type);
  const values = isEnumType(known) ? known.getValues() : [];
  if (values.length === 0 || values.length > MOST_VALUES || message.endsWith('?')) return message;
  return `${message} Its values are ${values.map(({ name }) => name).join(', ')}.`;
}

function valueProblem(path: Path, message: string): Problem {
  const field = REQUIRED.exec(message)?.[1];
  if (field !== undefined || NOT_PROVIDED.test(message)) {
    const place = field === undefined ? path : [...path, field];
    return { path: place, code: 'REQUIRED', message: 'Must be given.' };
  }
  if (ONE_OF.test(message))
    return { path, code: 'EXACTLY_ONE', message: 'Give exactly one of the fields, and not null.' };
  const [, unknown, meant] = UNKNOWN.exec(message) ?? [];
  if (unknown === undefined) return { path, code: 'INVALID_VALUE', message };
  const question = meant === undefined ? '' : ` ${meant}`;
  const text = `There is no field "${unknown}".${question}`;
  return { path: [...path, unknown], code: 'UNKNOWN_FIELD', message: text };
}
