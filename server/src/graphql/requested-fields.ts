import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { fieldsOf } from './selections.ts';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/**
 * Names of all fields requested below a field, along a path of field names such as `['edges',
 * 'node']`, so that a store can omit columns that nobody reads. Fields behind `@skip` and
 * `@include` count as requested.
 */
export function requestedFields(info: Info, path: readonly string[]): ReadonlySet<string> {
  const fragments = new Map(Object.entries(info.fragments));
  const fieldsIn = (parents: readonly FieldNode[]) =>
    fieldsOf(
      fragments,
      parents.map(({ selectionSet }) => selectionSet),
    );
  let fields = fieldsIn(info.fieldNodes);
  for (const step of path) fields = fieldsIn(fields.filter(({ name }) => name.value === step));
  return new Set(fields.map((field) => field.name.value));
}

/** Makes what follows from the requested fields alone once per compiled document. */
export function oncePerSelection<Made>(make: (info: Info) => Made): (info: Info) => Made {
  const made = new WeakMap<Info['fieldNodes'], Made>();
  return (info) => made.getOrInsertComputed(info.fieldNodes, () => make(info));
}
