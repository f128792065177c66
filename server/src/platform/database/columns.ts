import { type AliasedRawBuilder, type Generated, type RawBuilder, sql } from 'kysely';
import { namesOf, objectOf } from '../objects.ts';

/** A column of a table, and the type of its values. */
export type Column<Value, Name extends string = string> = {
  readonly column: Name;
  readonly sqlType: SqlType;
  /** The value of a new row; absent if the database sets it. */
  readonly initial?: Value;
};

type SqlType =
  | 'boolean'
  | 'bigint'
  | 'float8'
  | 'int'
  | 'jsonb'
  | 'text'
  | 'text[]'
  | 'timestamptz'
  | 'uuid';

/** The columns of a row, by the names of its properties. */
export type Columns<Row> = { readonly [Name in keyof Row]: Column<Row[Name]> };

/** The values of columns, by the names of the properties. */
export type ValuesOf<All extends Table> = {
  readonly [Name in keyof All]: All[Name] extends Column<infer Value> ? Value : never;
};

/** The values of columns, by the names of the columns. An insert may leave out what the database sets. */
export type ColumnValuesOf<All extends Table> = {
  [Name in keyof All as All[Name]['column']]: All[Name] extends Column<infer Value>
    ? All[Name] extends { readonly initial: unknown }
      ? Value
      : Generated<Value>
    : never;
};

/** Some properties of a row as Kysely writes them: by column, each of the SQL type of its column. */
type Written<All extends Table, Row> = {
  [Name in keyof Row as Name extends keyof All ? All[Name]['column'] : never]: RawBuilder<
    Exclude<Row[Name], undefined>
  >;
};

type Table = Readonly<Record<string, Column<unknown>>>;
type SomeOf<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** The select list that reads columns of a table as the properties of a row. */
export function selectList<Row>(table: string, columns: Columns<Row>): string {
  return namesOf(columns)
    .map((name) => `${table}.${columns[name].column} as "${name}"`)
    .join(', ');
}

type Selections<Row> = {
  readonly [Name in keyof Row]: AliasedRawBuilder<Row[Name], Name & string>;
};

/** The same for a query of Kysely, by the names of the properties. */
export function selectionsOf<Row extends object>(
  table: string,
  columns: Columns<Row>,
): Selections<Row> {
  return objectOf<Selections<Row>>(columns, (name) =>
    sql<Row[typeof name]>`${sql.ref(`${table}.${columns[name].column}`)}`.as(name),
  );
}

/** The properties of a new row, for an insert of Kysely; the compiler refuses a row that lacks one. */
export function columnValues<All extends Table>(
  columns: All,
  row: ValuesOf<NoInfer<All>>,
): Written<All, ValuesOf<All>> {
  return changedValues(columns, row);
}

/** Some properties of a row, for an update of Kysely; an undefined one keeps its value. */
export function changedValues<All extends Table, Row extends SomeOf<ValuesOf<All>>>(
  columns: All,
  row: Row,
): Written<All, Row> {
  const values: Readonly<Record<string, unknown>> = row;
  const entries = Object.entries(columns)
    .filter(([name]) => values[name] !== undefined)
    .map(([name, { column, sqlType }]) => [column, bound(sqlType, values[name])] as const);
  const written: object = Object.fromEntries(entries);
  // The types of the row and of the columns agree: a column has the value of its property.
  const isWritten = (_written: object): _written is Written<All, Row> => true;
  if (!isWritten(written)) throw new TypeError('A column has the value of its property.');
  return written;
}

function bound(sqlType: SqlType, value: unknown): RawBuilder<unknown> {
  const given = sqlType === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  return sql`${given}::${sql.raw(sqlType)}`;
}
