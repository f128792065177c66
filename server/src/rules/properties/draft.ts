import type { Columns } from '../../platform/database/index.ts';
import { stableJson } from '../../platform/json/index.ts';
import { namesOf, objectOf } from '../../platform/objects.ts';
import type { Problem } from '../errors/api-error.ts';
import { notNullable, patched } from '../inputs/patch.ts';
import type { Properties } from './property.ts';

/** Values from a client or a file: undefined keeps the value of a property, null clears it. */
export type InputOf<Draft> = { readonly [Name in keyof Draft]?: Draft[Name] | null | undefined };

/** A draft with all problems found in it. */
export type Checked<Draft> = { readonly draft: Draft; readonly problems: readonly Problem[] };

/** Columns whose initial values are known. */
type Initial<Row> = { readonly [Name in keyof Row]: { readonly initial: Row[Name] } };

/** The values of a new row. */
export function initialValues<Row extends object>(columns: Initial<Row>): Row {
  return objectOf<Row>(columns, (name) => columns[name].initial);
}

/** Writes input over the current values, or over the initial values of a new row, and checks the result. */
export function draftFrom<Draft extends object>(
  properties: Properties<Draft>,
  input: InputOf<NoInfer<Draft>>,
  current: NoInfer<Draft> | undefined,
): Checked<Draft> {
  const problems: Problem[] = [];
  const draft = objectOf<Draft>(properties, (name) => {
    const property = properties[name];
    const { initial, presence } = property;
    const standing = current === undefined ? initial : current[name];
    const value = patched<Draft[typeof name]>(input[name], standing, initial);
    const isWronglyNull = current !== undefined && input[name] === null && presence !== 'OPTIONAL';
    problems.push(...(isWronglyNull ? [notNullable(name)] : property.check(value, [name])));
    return property.written(value);
  });
  return { draft, problems };
}

/** The properties of a table in which two rows differ. */
export function changedNames<Row extends object>(
  table: Readonly<Record<keyof Row & string, unknown>>,
  one: Row,
  other: NoInfer<Row>,
): (keyof Row & string)[] {
  return namesOf(table).filter(
    (name) => one[name] !== other[name] && stableJson(one[name]) !== stableJson(other[name]),
  );
}

/** Returns true if two rows agree in all properties of a table. */
export function agree<Row extends object>(
  columns: Columns<Row>,
  one: NoInfer<Row>,
  other: NoInfer<Row>,
): boolean {
  return changedNames<Row>(columns, one, other).length === 0;
}

/** The properties of a row that a table has. */
export function pick<Row extends object>(columns: Columns<Row>, row: NoInfer<Row>): Row {
  return objectOf<Row>(columns, (name) => row[name]);
}
