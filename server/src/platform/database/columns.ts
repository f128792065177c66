import { type AliasedRawBuilder, sql } from 'kysely';
import { namesOf, objectOf } from '../objects.ts';

/** A column of a table, and the type of its values. */
export type Column<Value, Name extends string = string> = {
  readonly column: Name;
  readonly sqlType: SqlType;
  /** The value of a new row; absent if the database sets it. */
  readonly initial?: Value;
};

export type SqlType =
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
export type ValuesOf<All extends Readonly<Record<string, Column<unknown>>>> = {
  readonly [Name in keyof All]: All[Name] extends Column<infer Value> ? Value : never;
};

/** The values of columns, by the names of the columns. */
export type ColumnValuesOf<All extends Readonly<Record<string, Column<unknown>>>> = {
  [Name in keyof All as All[Name]['column']]: All[Name] extends Column<infer Value> ? Value : never;
};

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
