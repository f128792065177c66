import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import {
  type ApiField,
  assertFieldAllowed,
  hasTieredArguments,
  requirementOfField,
} from '../graphql/access.ts';
import { fragmentsOf } from '../graphql/selections.ts';
import type { Caller } from '../rules/context.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import { fieldsByKey } from './answer/answer-shape.ts';
import { isIncluded } from './answer/selected-fields.ts';
import type { Plan, Variables } from './document/plan.ts';

/**
 * Answer to a mutation document with a root field that its caller may not have, or whose payload it may not: all of it is
 * null and nothing runs. Half of a document must not happen, nor a change whose result is refused: its caller would take
 * the change for refused and repeat it. A forbidden field below is null by itself, as in a query.
 */
export function forbiddenMutation(
  schema: GraphQLSchema,
  { document, operation }: Plan,
  caller: Caller,
  variables: Variables,
): ExecutionResult | undefined {
  const root = schema.getMutationType();
  if (!root) return undefined;
  const fragments = fragmentsOf(document);
  // Reading the values of a large input takes tens of milliseconds, and few documents need them here.
  let known: ReturnType<typeof getVariableValues> | undefined;
  const valuesOfVariables = () => {
    known ??= getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    return known.variableValues;
  };
  const fieldsIn = (type: GraphQLObjectType, sets: readonly SelectionSetNode[]) => {
    const included = (selection: SelectionNode) => isIncluded(selection, valuesOfVariables);
    return [...(fieldsByKey(schema, fragments, type, sets, included) ?? [])];
  };

  const errorsIn = (
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    above: readonly string[],
  ): GraphQLError[] =>
    fieldsIn(type, sets).flatMap(([key, nodes]) => {
      const [node] = nodes;
      const field = node && schema.getField(type, node.name.value);
      if (node === undefined || field === undefined) return [];
      const path = [...above, key];
      const args = hasTieredArguments(field)
        ? getArgumentValues(field, node, valuesOfVariables())
        : {};
      const refusal = errorOfField(caller, field, args);
      if (refusal !== undefined)
        return [new GraphQLError(refusal.message, { nodes: node, path, originalError: refusal })];
      const payload = getNamedType(field.type);
      if (type !== root || !isObjectType(payload)) return [];
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      return errorsIn(payload, below, path);
    });

  const errors = errorsIn(root, [operation.selectionSet], []);
  if (errors.length === 0) return undefined;
  const asked = fieldsIn(root, [operation.selectionSet]);
  return { errors, data: Object.fromEntries(asked.map(([key]) => [key, null])) };
}

function errorOfField(
  caller: Caller,
  field: ApiField,
  args: Readonly<Record<string, unknown>>,
): ApiError | undefined {
  try {
    assertFieldAllowed(caller, field, requirementOfField(field), args);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
