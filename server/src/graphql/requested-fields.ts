import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

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
  let fields = fieldsIn(info.fieldNodes, info);
  for (const step of path) {
    const steps = fields.filter((field) => field.name.value === step);
    fields = fieldsIn(steps, info);
  }
  const asked = new Set(fields.map((field) => field.name.value));
  byPath.set(name, asked);
  return asked;
}

/** The fields that some fields contain. Each fragment is entered once, however often it is spread. */
function fieldsIn(parents: readonly FieldNode[], info: Info): FieldNode[] {
  const entered = new Set<string>();
  const fieldsOf = (set: SelectionSetNode | undefined): FieldNode[] =>
    (set?.selections ?? []).flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
      const name = selection.name.value;
      if (entered.has(name)) return [];
      entered.add(name);
      return fieldsOf(info.fragments[name]?.selectionSet);
    });
  return parents.flatMap((parent) => fieldsOf(parent.selectionSet));
}
