import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { WrittenJson } from '../platform/json/index.ts';

/** `{},` around the fields of an item, less the comma that its last field does not have. */
const ITEM_BYTES = 2;
/** `"":0,` around the key of a field. */
const FIELD_BYTES = 5;

const known = new WeakMap<FieldNode, number>();

/** Bytes that each item of a list of objects has in the JSON of the answer at least: its keys and the shortest values. */
export function leastBytesOfItem({
  fieldNodes,
  fragments,
  returnType,
}: GraphQLResolveInfo): number {
  const [node] = fieldNodes;
  if (node?.selectionSet === undefined) return ITEM_BYTES;
  const bytes =
    known.get(node) ?? leastBytesOf(node.selectionSet, getNamedType(returnType).name, fragments);
  known.set(node, bytes);
  return bytes;
}

/** Values of a JSON field that are looked at; what lies beyond counts nothing. */
const MOST_VALUES = 20_000;

/** A smaller value is looked at again when another field has it. */
const LEAST_KEPT_BYTES = 10_000;

const sizes = new WeakMap<object, number>();

/** Bytes that a value of the scalar JSON has in the answer at least. */
export function leastBytesOfJson(value: unknown): number {
  if (typeof value !== 'object' || value === null) return leastBytesOfLeaf(value);
  if (value instanceof WrittenJson) return value.text.length;
  const bytes = sizes.get(value) ?? sizeOf(value);
  if (bytes > LEAST_KEPT_BYTES) sizes.set(value, bytes);
  return bytes;
}

function leastBytesOfLeaf(value: unknown): number {
  return typeof value === 'string' ? value.length : 1;
}

function sizeOf(value: object): number {
  let bytes = 0;
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0 && seen < MOST_VALUES; seen += 1) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) {
      bytes += leastBytesOfLeaf(next);
      continue;
    }
    const isList = Array.isArray(next);
    for (const [key, member] of Object.entries(next)) {
      // JSON leaves such members out.
      if (member === undefined) continue;
      bytes += isList ? 1 : key.length;
      open.push(member);
    }
  }
  return bytes;
}

/** Leaves out fields that an item may lack: those with directives, and those of other types. */
function leastBytesOf(
  set: SelectionSetNode,
  type: string,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number {
  const keys = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if ((selection.directives ?? []).length > 0) continue;
      if (selection.kind === Kind.FIELD) keys.add((selection.alias ?? selection.name).value);
      else {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
        if (fragment !== undefined && (fragment.typeCondition?.name.value ?? type) === type)
          collect(fragment.selectionSet);
      }
    }
  };
  collect(set);
  return ITEM_BYTES + keys.values().reduce((sum, key) => sum + key.length + FIELD_BYTES, 0);
}
