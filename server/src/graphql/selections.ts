import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The fragments of a document by their names. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition] as const]
        : [],
    ),
  );
}

type Fold<Value> = {
  /** Value of an empty set, of an unknown fragment, and of a fragment within itself. */
  readonly empty: Value;
  readonly join: (one: Value, other: Value) => Value;
  /** `type` is the name of the type that the field belongs to, undefined if the root's is meant. */
  readonly ofField: (field: FieldNode, type: string | undefined) => Value;
};

/**
 * Folds the fields of a selection set, fragments included, into one value. The value of each fragment
 * is computed once, so that fragments which spread each other many times stay linear.
 */
export function foldSelections<Value>(
  fragments: Fragments,
  { empty, join, ofField }: Fold<Value>,
): (set: SelectionSetNode, type?: string) => Value {
  const known = new Map<string, Value>();

  const ofSet = (set: SelectionSetNode, type: string | undefined): Value =>
    set.selections.reduce((value, selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          return join(value, ofField(selection, type));
        case Kind.INLINE_FRAGMENT:
          return join(
            value,
            ofSet(selection.selectionSet, selection.typeCondition?.name.value ?? type),
          );
        case Kind.FRAGMENT_SPREAD:
          return join(value, ofFragment(selection.name.value));
      }
    }, empty);

  const ofFragment = (name: string): Value => {
    const fragment = fragments.get(name);
    if (known.has(name) || fragment === undefined) return known.get(name) ?? empty;
    known.set(name, empty);
    const value = ofSet(fragment.selectionSet, fragment.typeCondition.name.value);
    known.set(name, value);
    return value;
  };

  return ofSet;
}

/** The fields of selection sets, fragments included, each once. */
export function fieldsOf(
  fragments: Fragments,
  sets: readonly (SelectionSetNode | undefined)[],
): FieldNode[] {
  const fields = new Set<FieldNode>();
  const collect = foldSelections<void>(fragments, {
    empty: undefined,
    join: () => undefined,
    ofField: (field) => void fields.add(field),
  });
  for (const set of sets) if (set !== undefined) collect(set);
  return [...fields];
}
