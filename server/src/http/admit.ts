import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { maxCostOf } from '../domains/limits/index.ts';
import { findFurtherProblems, readSent } from '../graphql/further-problems.ts';
import { findValueProblems, ProblemList } from '../graphql/value-problems.ts';
import type { Caller } from '../rules/context.ts';
import { ApiError, badInput } from '../rules/errors/api-error.ts';
import { findUnsafeText } from '../rules/inputs/unsafe-text.ts';
import { assertInputSize } from './document/input-size.ts';
import { type GivenValue, literalInputs } from './document/literal-inputs.ts';
import type { Plan, PlanCache, Variables } from './document/plan.ts';
import { forbiddenMutation } from './forbidden-mutation.ts';
import { valueLimitsOf } from './limits/request-limits.ts';

export type GraphQLRequest = {
  readonly query: string;
  readonly variables: Variables;
  readonly operationName: string | undefined;
  /** True if the document is only checked and weighed: nothing of it runs. */
  readonly isDryRun: boolean;
};

type Admission = {
  readonly plan: Plan;
  readonly cost: number;
  readonly maxCost: number;
  /** Answer to a mutation document with a forbidden field: no field of it runs. */
  readonly forbidden: ExecutionResult | undefined;
};

/** Runs all checks that need no data: the document, its cost, the variables, the access rules of mutations. */
export function admit(
  schema: GraphQLSchema,
  plans: PlanCache,
  caller: Caller,
  request: GraphQLRequest,
): Admission {
  const plan = plans.of(request.query, request.operationName);
  const maxCost = maxCostOf(caller.tier);
  const cost = plan.costOf(request.variables);
  if (cost > maxCost) {
    throw new ApiError(
      'QUERY_TOO_COMPLEX',
      `This document costs ${cost}; a key of the tier ${caller.tier} may spend ${maxCost} per request. Ask for smaller pages or fewer nested lists.`,
      { cost, maxCost },
    );
  }
  assertInputSize(plan.inputs, request.variables);
  checkValues(schema, plan, request.variables);
  const forbidden =
    plan.operation.operation === 'mutation'
      ? forbiddenMutation(schema, plan, caller, request.variables)
      : undefined;
  return { plan, cost, maxCost, forbidden };
}

/** Reports all problems of literals and variables, each with its path from the field's arguments. */
function checkValues(schema: GraphQLSchema, plan: Plan, variables: Variables): void {
  const { problems, add } = new ProblemList();
  for (const problem of plan.literalProblems) add(problem);
  const limits = valueLimitsOf(plan.operation.operation === 'query');
  const given = givenVariables(plan, variables);
  for (const { value, type, start } of given) {
    const unsafe = findUnsafeText(value, start, limits);
    if (unsafe === undefined) findValueProblems(value, type, start, add);
    else add(unsafe);
  }
  if (problems.length === 0) return;
  const search = { known: [...problems], complain: add, read: readSent };
  const inputs = [...given, ...literalInputs(schema, plan.document, variables)];
  for (const { value, type, start } of inputs) findFurtherProblems(value, type, start, search);
  throw badInput(problems);
}

/** The variables to check: those that are given, and those that must be. */
function givenVariables({ inputs }: Plan, variables: Variables): readonly GivenValue[] {
  return inputs.flatMap(({ name, type, start, isNeeded }) => {
    const isGiven = Object.hasOwn(variables, name);
    if (!(isGiven || isNeeded)) return [];
    return [{ value: isGiven ? variables[name] : undefined, type, start }];
  });
}
