import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { idKindOf } from '../../graphql/id-field.ts';
import type { Fragments } from '../../graphql/selections.ts';
import { ID_PREFIXES } from '../../platform/ids.ts';
import { type JsonPiece, jsonPiece } from '../../platform/json/index.ts';
import type { Context } from '../../rules/context.ts';

/** Form of a value in the JSON of an answer. */
export type Shape = Leaf | ListShape | ObjectShape;

type Leaf = {
  readonly kind: 'LEAF';
  readonly isNullable: boolean;
  readonly type: GraphQLLeafType;
};

type ListShape = { readonly kind: 'LIST'; readonly isNullable: boolean; readonly item: Shape };

export type ObjectShape = {
  readonly kind: 'OBJECT';
  readonly isNullable: boolean;
  readonly members: readonly Member[];
};

/** One member of an object. */
export type Member = {
  /** `"name":`, with a comma before it if it is not the first. */
  readonly prefix: JsonPiece;
  readonly value: Field | Typename;
};

type Typename = { readonly kind: 'TYPENAME'; readonly json: JsonPiece };

export type Field = {
  readonly kind: 'FIELD';
  readonly name: string;
  /** Undefined if the value is the property of the field's name. */
  readonly resolve: GraphQLFieldResolver<unknown, Context> | undefined;
  /** `"prod_` if the value is an id made of the property `id`. */
  readonly idPrefix: JsonPiece | undefined;
  readonly shape: Shape;
};

type DocumentPlace = { readonly schema: GraphQLSchema; readonly fragments: Fragments };

/** The resolvers of fields that can be written directly take a source, arguments and the context. */
const MOST_PARAMETERS = 3;

/**
 * Shape of a selection, undefined if it needs more than objects, lists and leaves: directives,
 * arguments, interfaces, or resolvers that look at the document.
 */
export function shapeOf(
  document: DocumentPlace,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
): Shape | undefined {
  const isNullable = !isNonNullType(type);
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const item = shapeOf(document, bare.ofType, nodes);
    return item && { kind: 'LIST', isNullable, item };
  }
  if (isLeafType(bare)) return { kind: 'LEAF', isNullable, type: bare };
  if (!isObjectType(bare)) return undefined;
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const selected = fieldsByKey(document.schema, document.fragments, bare, sets);
  if (selected === undefined) return undefined;
  const members: Member[] = [];
  for (const [key, [first, ...others]] of selected) {
    const value = first && memberOf(document, bare, [first, ...others]);
    if (value === undefined) return undefined;
    const prefix = jsonPiece(`${members.length === 0 ? '' : ','}"${key}":`);
    members.push({ prefix, value });
  }
  return { kind: 'OBJECT', isNullable, members };
}

function memberOf(
  document: DocumentPlace,
  type: GraphQLObjectType,
  nodes: readonly [FieldNode, ...FieldNode[]],
): Member['value'] | undefined {
  const name = nodes[0].name.value;
  if (name === '__typename')
    return { kind: 'TYPENAME', json: jsonPiece(JSON.stringify(type.name)) };
  const field = type.getFields()[name];
  if (field === undefined || field.args.length > 0) return undefined;
  const { resolve } = field;
  if (resolve !== undefined && resolve.length > MOST_PARAMETERS) return undefined;
  const shape = shapeOf(document, field.type, nodes);
  const idKind = idKindOf(field);
  const idPrefix = idKind && jsonPiece(`"${ID_PREFIXES[idKind]}_`);
  return shape && { kind: 'FIELD', name, resolve, idPrefix, shape };
}

/** True if a selection is part of the answer; undefined if that is not known. */
type Included = (selection: SelectionNode) => boolean | undefined;

const withoutDirectives: Included = ({ directives = [] }) =>
  directives.length === 0 ? true : undefined;

/** The fields that are selected of an object by their keys in the answer, in its order. */
export function fieldsByKey(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  included: Included = withoutDirectives,
): ReadonlyMap<string, readonly FieldNode[]> | undefined {
  const selected = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const applies = (condition: string): boolean => {
    const conditional = schema.getType(condition);
    return (
      conditional === type || (isAbstractType(conditional) && schema.isSubType(conditional, type))
    );
  };
  const collect = (set: SelectionSetNode): boolean =>
    set.selections.every((selection) => {
      const isIncluded = included(selection);
      if (isIncluded !== true) return isIncluded === false;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        selected.set(key, [...(selected.get(key) ?? []), selection]);
        return true;
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? type.name;
        return !applies(condition) || collect(selection.selectionSet);
      }
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (fragment === undefined || spread.has(name)) return true;
      spread.add(name);
      return !applies(fragment.typeCondition.name.value) || collect(fragment.selectionSet);
    });
  return sets.every(collect) ? selected : undefined;
}
