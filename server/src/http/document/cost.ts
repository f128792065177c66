import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql';
import { type ApiField, accessOf, ownCostOf } from '../../graphql/access.ts';
import {
  DEFAULT_NESTED_PAGE_SIZE,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
} from '../../graphql/connection.ts';

import { foldSelections, fragmentsOf } from '../../graphql/selections.ts';

type Variables = Readonly<Record<string, unknown>>;
type ReadVariable = (name: string) => unknown;

const TYPICAL_LIST_SIZE = 10;
const MAX_REPORTED_COST = 2 ** 31 - 1;

/**
 * The static cost of an operation, as a function of its variables and known before execution: an
 * object that could be returned costs 1, lists multiply by their page size, connections, edges,
 * `pageInfo` and leaves are free, a mutation costs 10, and some fields have a measured cost of their own.
 */
export function costFunctionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => number {
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) return () => 0;
  const fragments = fragmentsOf(document);

  const defaults = new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined
        ? []
        : [[variable.name.value, givenValue(defaultValue, () => undefined)]],
    ),
  );

  const evaluate = (readVariable: ReadVariable): number => {
    const costOf = foldSelections<number>(fragments, {
      empty: 0,
      join: (one, other) => one + other,
      ofField: (node, type) => costOfField(node, compositeType(type) ?? root),
    });

    const costOfField = (node: FieldNode, parent: GraphQLCompositeType): number => {
      const field = fieldOf(parent, node.name.value);
      if (field === undefined) return 0;
      const { size } = accessOf(field);
      const own = ownCostOf(field, parent === schema.getMutationType());
      const returned = getNamedType(field.type);
      if (node.selectionSet === undefined || !isCompositeType(returned)) return own;
      const inside = costOf(node.selectionSet, returned.name);
      if (isFree(returned.name)) {
        const defaultSize = parent === root ? DEFAULT_PAGE_SIZE : DEFAULT_NESTED_PAGE_SIZE;
        const isConnection = returned.name.endsWith('Connection');
        return own + inside * (isConnection ? pageSize(node, readVariable, defaultSize) : 1);
      }
      return own + (1 + inside) * listSize(field, node, readVariable, size);
    };

    const compositeType = (name: string | undefined): GraphQLCompositeType | undefined => {
      const type = name === undefined ? undefined : schema.getType(name);
      return isCompositeType(type) ? type : undefined;
    };

    return Math.min(costOf(operation.selectionSet, root.name), MAX_REPORTED_COST);
  };

  // Every field is visited whatever the variables: a document whose sizes need none always costs the same.
  let always: number | undefined;
  return (given) => {
    if (always !== undefined) return always;
    let needsVariables = false;
    const cost = evaluate((name) => {
      needsVariables = true;
      return Object.hasOwn(given, name) ? given[name] : defaults.get(name);
    });
    if (!needsVariables) always = cost;
    return cost;
  };
}

/** Connections, their edges and page facts, and the payloads that only wrap an answer. */
function isFree(typeName: string): boolean {
  return /(Connection|Edge|Payload)$/.test(typeName) || typeName === 'PageInfo';
}

function fieldOf(type: GraphQLCompositeType, name: string): ApiField | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

function pageSize(node: FieldNode, readVariable: ReadVariable, defaultSize: number): number {
  const size = argumentOf(node, 'first', readVariable) ?? argumentOf(node, 'last', readVariable);
  // The field itself refuses a value out of range, with its path.
  return typeof size === 'number' ? Math.min(Math.max(size, 0), MAX_PAGE_SIZE) : defaultSize;
}

function listSize(
  field: ApiField,
  node: FieldNode,
  readVariable: ReadVariable,
  size: number | { readonly argument: string } | undefined,
): number {
  if (typeof size === 'object') {
    const items = argumentOf(node, size.argument, readVariable);
    return Array.isArray(items) ? items.length : 1;
  }
  return size ?? (isListType(getNullableType(field.type)) ? TYPICAL_LIST_SIZE : 1);
}

/** A number or list given as an argument, literally or through a variable. */
function argumentOf(node: FieldNode, name: string, readVariable: ReadVariable): unknown {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
  return value === undefined ? undefined : givenValue(value, readVariable);
}

function givenValue(value: ValueNode, readVariable: ReadVariable): unknown {
  switch (value.kind) {
    case Kind.VARIABLE:
      return readVariable(value.name.value);
    case Kind.INT:
      return Number(value.value);
    case Kind.LIST:
      return value.values;
    default:
      return undefined;
  }
}
