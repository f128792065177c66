import {
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isInputType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  validateInputValue,
} from 'graphql';
import { maxCostOf } from '../domains/limits/index.ts';
import type { Caller } from '../graphql/context.ts';
import { refuseUnlessAllowed, requirementOfField, tierOfArguments } from '../graphql/gates.ts';
import { badInput, type Problem, Refusal } from '../graphql/refusal.ts';
import { findUnsafeText } from '../graphql/unsafe-text.ts';
import { CEILINGS } from './ceilings.ts';
import type { Plan, Plans, Variables } from './plan.ts';

export type GraphQLRequest = {
  readonly query: string;
  readonly variables: Variables;
  readonly operationName: string | undefined;
};

export type Admission = { readonly plan: Plan; readonly cost: number; readonly maxCost: number };

/** Decides everything that can be decided before work begins: the document, its price, its gates. */
export function admit(
  schema: GraphQLSchema,
  plans: Plans,
  caller: Caller,
  request: GraphQLRequest,
): Admission {
  const plan = plans.of(request.query, request.operationName);
  const maxCost = maxCostOf(caller.tier);
  const cost = plan.costOf(request.variables);
  if (cost > maxCost) {
    throw new Refusal(
      'QUERY_TOO_COMPLEX',
      `This document costs ${cost}; a key of the tier ${caller.tier} may spend ${maxCost} per request. Ask for smaller pages or fewer nested lists.`,
      { cost, maxCost },
    );
  }
  checkVariables(schema, plan, request.variables);
  if (plan.operation.operation === 'mutation')
    checkMutation(schema, plan, caller, request.variables);
  return { plan, cost, maxCost };
}

const MAX_PROBLEMS = 100;

/** All problems of all variables at once, each with its path from the field's arguments down. */
function checkVariables(schema: GraphQLSchema, plan: Plan, variables: Variables): void {
  const problems: Problem[] = [];
  const complain = (problem: Problem): void => {
    problems.push(problem);
    // Each further one may cost a look through the whole value.
    if (problems.length === MAX_PROBLEMS) throw badInput(problems);
  };
  for (const definition of plan.operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const isGiven = Object.hasOwn(variables, name);
    if (!isGiven && definition.defaultValue !== undefined) continue;
    if (!isGiven && definition.type.kind !== Kind.NON_NULL_TYPE) continue;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) continue;
    const start = plan.variablePaths.get(name) ?? [name];
    const value = isGiven ? variables[name] : undefined;
    const unsafe = findUnsafeText(value, start, CEILINGS.inputListItems);
    if (unsafe !== undefined) {
      complain(unsafe);
      continue;
    }
    validateInputValue(value, type, ({ message }, path) =>
      complain({ path: [...start, ...path], code: 'INVALID_VALUE', message }),
    );
  }
  if (problems.length > 0) throw badInput(problems);
}

/** One forbidden root field refuses a whole mutation document, so that no half of it happens. */
function checkMutation(
  schema: GraphQLSchema,
  plan: Plan,
  caller: Caller,
  variables: Variables,
): void {
  const mutationType = schema.getMutationType();
  const coerced = getVariableValues(schema, plan.operation.variableDefinitions ?? [], variables);
  for (const node of rootFields(plan)) {
    const field = mutationType?.getFields()[node.name.value];
    if (field === undefined) continue;
    refuseUnlessAllowed(caller, requirementOfField(field), `"${field.name}"`);
    if (coerced.variableValues === undefined) continue;
    const tier = tierOfArguments(field, getArgumentValues(field, node, coerced.variableValues));
    if (tier !== undefined)
      refuseUnlessAllowed(caller, { tier }, `"${field.name}" with these arguments`);
  }
}

function rootFields(plan: Plan): FieldNode[] {
  const seen = new Set<string>();
  const fieldsOf = (set: SelectionSetNode): FieldNode[] =>
    set.selections.flatMap((selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          return [selection];
        case Kind.INLINE_FRAGMENT:
          return fieldsOf(selection.selectionSet);
        case Kind.FRAGMENT_SPREAD: {
          const name = selection.name.value;
          if (seen.has(name)) return [];
          seen.add(name);
          const fragment = plan.document.definitions.find(
            (definition) =>
              definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
          );
          return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(fragment.selectionSet) : [];
        }
      }
    });
  return fieldsOf(plan.operation.selectionSet);
}
