import {
  type FieldNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNullableType,
  isLeafType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Fragments } from '../../graphql/selections.ts';
import { fieldsByKey } from './answer-shape.ts';

/** A field of a type that is selected at one place of a document: what all objects of the type share. */
export class SelectedField {
  readonly key: string;
  /** `"key":`, with a comma before it if it is not the first. */
  readonly prefix: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly info: GraphQLResolveInfo;
  /** It has neither fields nor items. */
  readonly isLeaf: boolean;
  #args: Readonly<Record<string, unknown>> | undefined;

  constructor(prefix: string, field: GraphQLField<unknown, unknown>, info: GraphQLResolveInfo) {
    this.key = String(info.path.key);
    this.prefix = prefix;
    this.field = field;
    this.info = info;
    this.isLeaf = isLeafType(getNullableType(field.type));
  }

  /** Throws what is wrong with them. */
  get args(): Readonly<Record<string, unknown>> {
    const { fieldNodes, variableValues } = this.info;
    const [node] = fieldNodes;
    if (node === undefined) return {};
    this.#args ??= getArgumentValues(this.field, node, variableValues);
    return this.#args;
  }
}

export type Operation = Pick<GraphQLResolveInfo, 'schema' | 'operation' | 'variableValues'> & {
  readonly fragments: Fragments;
};

/** Fields that an operation selects with given variables. */
export class Selections {
  readonly #operation: Operation;
  readonly #fragments: GraphQLResolveInfo['fragments'];
  readonly #known = new Map<
    readonly FieldNode[],
    Map<GraphQLObjectType, readonly SelectedField[]>
  >();

  constructor(operation: Operation) {
    this.#operation = operation;
    this.#fragments = Object.fromEntries(operation.fragments);
  }

  /** Fields of an object of the type, where these fields selected it. */
  of(type: GraphQLObjectType, nodes: readonly FieldNode[]): readonly SelectedField[] {
    const byType = this.#known.get(nodes) ?? new Map<GraphQLObjectType, readonly SelectedField[]>();
    this.#known.set(nodes, byType);
    const known = byType.get(type);
    if (known !== undefined) return known;
    const fields = this.in(
      type,
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    );
    byType.set(type, fields);
    return fields;
  }

  in(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): readonly SelectedField[] {
    const { schema, fragments } = this.#operation;
    const included = (selection: SelectionNode) =>
      isIncluded(selection, () => this.#operation.variableValues);
    const selected = fieldsByKey(schema, fragments, type, sets, included) ?? new Map();
    const fields: SelectedField[] = [];
    for (const [key, fieldNodes] of selected) {
      const field = schema.getField(type, fieldNodes[0]?.name.value ?? '');
      if (field === undefined) continue;
      const prefix = `${fields.length === 0 ? '' : ','}${JSON.stringify(key)}:`;
      fields.push(new SelectedField(prefix, field, this.#infoOf(type, key, field, fieldNodes)));
    }
    return fields;
  }

  /** All objects share it, so its path is that of a root field. Only mutations, which are root fields, look at theirs. */
  #infoOf(
    parentType: GraphQLObjectType,
    key: string,
    field: GraphQLField<unknown, unknown>,
    fieldNodes: readonly FieldNode[],
  ): GraphQLResolveInfo {
    return {
      ...this.#operation,
      fragments: this.#fragments,
      fieldName: field.name,
      fieldNodes,
      returnType: field.type,
      parentType,
      path: { prev: undefined, key, typename: parentType.name },
      rootValue: ROOT_VALUE,
      getAbortSignal: () => undefined,
      getAsyncHelpers: () => ASYNC_HELPERS,
    };
  }
}

/** False if `@skip` or `@include` leaves a selection out. */
export function isIncluded(
  selection: SelectionNode,
  valuesOfVariables: () => GraphQLResolveInfo['variableValues'] | undefined,
): boolean {
  const { directives = [] } = selection;
  if (directives.length === 0) return true;
  const variableValues = valuesOfVariables();
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.['if'] !== true && include?.['if'] !== false;
}

export const ROOT_VALUE = Object.freeze({});

export const ASYNC_HELPERS: ReturnType<GraphQLResolveInfo['getAsyncHelpers']> = {
  promiseAll: (values) => Promise.all(values),
  track: () => {},
};
