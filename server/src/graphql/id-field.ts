import { encodeId, ID_PREFIXES, type IdKind } from '../platform/ids.ts';
import type { ApiTypes } from './builder.ts';

type RecordFields<Row> =
  | PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>
  | PothosSchemaTypes.InterfaceFieldBuilder<ApiTypes, Row>;

class IdExtension {
  readonly kind: IdKind;
  constructor(kind: IdKind) {
    this.kind = kind;
  }
}

/** The field of the id of a record, made of its property `id`. */
export function idField<Row extends { readonly id: string }>(
  t: RecordFields<Row>,
  kind: IdKind,
  description = `Globally unique id (\`${ID_PREFIXES[kind]}_…\`).`,
) {
  return t.id({
    description,
    extensions: { id: new IdExtension(kind) },
    resolve: ({ id }) => encodeId(kind, id),
  });
}

/** Kind of the id that a field shows; undefined if it is not made by `idField`. */
export function idKindOf(field: { readonly extensions: object }): IdKind | undefined {
  const found = 'id' in field.extensions ? field.extensions.id : undefined;
  return found instanceof IdExtension ? found.kind : undefined;
}
