import { defaultFieldResolver, type GraphQLInputField } from 'graphql';
import type { Column, Columns } from '../platform/database/index.ts';
import type { IdKind } from '../platform/ids.ts';
import { objectOf } from '../platform/objects.ts';
import type { Problem } from '../rules/errors/api-error.ts';
import type { Path } from '../rules/inputs/problems.ts';
import type { ApiType, Properties, Property, Shown } from '../rules/properties/property.ts';
import type { ApiTypes } from './builder.ts';
import { enumNamed } from './enums.ts';
import { idField } from './id-field.ts';
import type { InputFields } from './input-fields.ts';

/** GraphQL fields and inputs that follow from the table of an entity's properties. */

type ObjectFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>;
type Checked = { check(value: unknown, path: Path): readonly Problem[] };
type InputField<Value> = PothosSchemaTypes.InputFieldRef<ApiTypes, Value>;

/** The id of a record and a field for each shown property. */
export function recordFields<Row extends { readonly id: string }>(
  t: ObjectFields<Row>,
  kind: IdKind,
  columns: Columns<Row>,
) {
  return {
    id: idField(t, kind),
    ...shownFields(t, columns),
  };
}

/** A field for each shown property of a row. */
export function shownFields<Row>(t: ObjectFields<Row>, columns: Columns<Row>) {
  const shown = Object.entries<Column<unknown>>(columns).flatMap(([name, column]) =>
    isShown(column) ? [[name, fieldOf(t, column)] as const] : [],
  );
  return Object.fromEntries(shown);
}

function isShown(column: Column<unknown>): column is Shown<unknown> {
  return 'description' in column;
}

function fieldOf<Row>(t: ObjectFields<Row>, { type, isNullable, description }: Shown<unknown>) {
  return t.field({
    type: refOf(type),
    nullable: isNullable,
    description,
    resolve: defaultFieldResolver,
  });
}

type InputFieldsOf<Draft> = {
  -readonly [Name in keyof Draft]: InputField<Draft[Name] | null | undefined>;
};

/** The input fields of the properties that clients write. */
export function propertyInputs<Draft extends object>(
  t: InputFields,
  use: 'CREATE' | 'UPDATE',
  properties: Properties<Draft>,
): InputFieldsOf<Draft> {
  return objectOf<InputFieldsOf<Draft>>(properties, (name) => inputOf(t, use, properties[name]));
}

function inputOf<Value>(
  t: InputFields,
  use: 'CREATE' | 'UPDATE',
  property: Property<Value>,
): InputField<Value | null | undefined> {
  const { type, presence, description } = property;
  const required = use === 'CREATE' && presence === 'REQUIRED';
  const extensions = { property: new PropertyExtension(property) };
  const field = t.field({ type: refOf(type), required, description, extensions });
  // A property's constructor pairs its API type with the type of its values.
  const isOfValue = (_field: InputField<unknown>): _field is InputField<Value | null | undefined> =>
    true;
  if (!isOfValue(field)) throw new TypeError('An input field has the type of its property.');
  return field;
}

/** Keeps a property at its input field. */
class PropertyExtension {
  readonly property: Checked;
  constructor(property: Checked) {
    this.property = property;
  }
}

/** The property that an input field writes; undefined for other fields. */
export function propertyOf({ extensions }: GraphQLInputField): Checked | undefined {
  const found = extensions['property'];
  return found instanceof PropertyExtension ? found.property : undefined;
}

function refOf({ of, isList }: ApiType) {
  const ref = typeof of === 'string' ? of : enumNamed(of.name);
  const list: [typeof ref] = [ref];
  return isList ? list : ref;
}
