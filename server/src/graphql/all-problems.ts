import {
  type GraphQLArgument,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
} from 'graphql';
import { ApiError, badInput, listed, MAX_PROBLEMS } from '../rules/errors/api-error.ts';
import { findFurtherProblems } from './further-problems.ts';
import { type Complain, ProblemList } from './value-problems.ts';

/**
 * Makes a refusal by a root field list what else is wrong with its arguments: a client that named an object which does not
 * exist mends its values in the same round.
 */
export function listAllProblems(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { resolve } = field;
      const inputs = field.args.filter(({ type }) => isInputObjectType(getNullableType(type)));
      if (resolve === undefined || inputs.length === 0) continue;
      field.resolve = async (source, args, context, info) => {
        try {
          return await resolve(source, args, context, info);
        } catch (error) {
          throw error instanceof ApiError ? withOthers(error, inputs, args) : error;
        }
      };
    }
  }
  return schema;
}

/** Refusals of what the arguments say; of others, such as a timeout, they are not the cause. */
const OF_ARGUMENTS: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'NOT_FOUND', 'CONFLICT']);

function withOthers(
  refusal: ApiError,
  inputs: readonly GraphQLArgument[],
  args: Readonly<Record<string, unknown>>,
): ApiError {
  const { code, message, extensions, problems } = refusal;
  if (!OF_ARGUMENTS.has(code) || problems.length >= MAX_PROBLEMS) return refusal;
  const known = new Set(problems.map(({ path }) => path.join('.')));
  const { problems: others, add } = new ProblemList();
  const complain: Complain = (found) => {
    if (!known.has(found.path.join('.'))) add(found);
  };
  // All values are right in form: none is left out of the check of its object.
  const search = { known: [], complain, read: (value: unknown) => value };
  try {
    for (const { name, type } of inputs) findFurtherProblems(args[name], type, [name], search);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // the list is full
  }
  if (others.length === 0) return refusal;
  const all = [...problems, ...others];
  return code === 'BAD_USER_INPUT'
    ? badInput(all)
    : new ApiError(code, message, { ...extensions, problems: listed(all) });
}
