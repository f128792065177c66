import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { fieldsOf } from './selections.ts';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

const ASKED = new WeakMap<Info['fieldNodes'], Map<string, ReadonlySet<string>>>();

/**
 * Names of all fields requested below a field, along a path of field names such as `['edges',
 * 'node']`, so that a store can omit columns that nobody reads. Fields behind `@skip` and
 * `@include` count as requested. Cached per compiled document.
 */
export function requestedFields(info: Info, path: readonly string[]): ReadonlySet<string> {
  const byPath = ASKED.get(info.fieldNodes) ?? new Map<string, ReadonlySet<string>>();
  ASKED.set(info.fieldNodes, byPath);
  const name = path.join('.');
  const known = byPath.get(name);
  if (known !== undefined) return known;
  const fragments = new Map(Object.entries(info.fragments));
  const fieldsIn = (parents: readonly FieldNode[]) =>
    fieldsOf(
      fragments,
      parents.map(({ selectionSet }) => selectionSet),
    );
  let fields = fieldsIn(info.fieldNodes);
  for (const step of path) fields = fieldsIn(fields.filter(({ name }) => name.value === step));
  const asked = new Set(fields.map((field) => field.name.value));
  byPath.set(name, asked);
  return asked;
}
