import { type ASTNode, Kind } from 'graphql';

/** Ancestors that `visit` passes: nodes, and the arrays that contain them. */
type Ancestor = ASTNode | readonly ASTNode[];

/** Place of a node as `visit` gives it: the path of keys, the ancestors and the parent. */
export type VisitorPlace = readonly [
  keys: readonly (string | number)[],
  ancestors: readonly Ancestor[],
  parent: Ancestor | undefined,
];

/** Path of a value in the arguments of its field (or behind its variable). */
export function argumentPath([keys, ancestors, parent]: VisitorPlace): readonly (
  | string
  | number
)[] {
  const above = parent === undefined ? ancestors : [...ancestors, parent];
  return above.flatMap((ancestor, at) => {
    if (!('kind' in ancestor)) {
      const list = above[at - 1];
      const isList = list !== undefined && 'kind' in list && list.kind === Kind.LIST;
      return isList ? keys.slice(at, at + 1) : [];
    }
    switch (ancestor.kind) {
      case Kind.ARGUMENT:
      case Kind.OBJECT_FIELD:
        return [ancestor.name.value];
      case Kind.VARIABLE_DEFINITION:
        return [ancestor.variable.name.value];
      default:
        return [];
    }
  });
}
