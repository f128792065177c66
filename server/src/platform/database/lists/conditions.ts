import { type Expression, type RawBuilder, type SelectType, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../scope.ts';
import type { Database } from '../schema.ts';
import type { ScopedTable } from './in-scope.ts';

/**
 * Conditions of a filter on a row. They are joined by AND, so an OR inside one needs parentheses.
 */
export type Conditions<Filter> = {
  readonly [Name in keyof Filter]: Condition<Filter[Name]>;
};

type Condition<Value> = {
  (value: Value, scope: Scope): Expression<SqlBool>;
  /** The column that the condition compares, if it is only one. */
  readonly column?: string;
  /** True if it reads another table: its values select from no row to nearly all, so no kept plan is good for all. */
  readonly readsOtherTable?: true;
};

/** Marks a condition that reads another table. */
export function inOtherTable<Value>(
  condition: (value: Value, scope: Scope) => Expression<SqlBool>,
) {
  return Object.assign(condition, { readsOtherTable: true as const });
}

/** The rows to list: all given conditions must hold. */
export type Given<Filter> = {
  readonly [Name in keyof Filter]?: Filter[Name] | null | undefined;
};

/** The conditions that a filter gives, in the order in which they are declared. */
export function conditionsOf<Filter>(
  conditions: Conditions<Filter>,
  filter: Given<Filter>,
  scope: Scope,
): Expression<SqlBool>[] {
  const asked: Expression<SqlBool>[] = [];
  for (const name in conditions) {
    const value = filter[name];
    if (value !== undefined && value !== null) asked.push(conditions[name](value, scope));
  }
  return asked;
}

export function isFiltered<Filter>(filter: Given<Filter>): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== null);
}

/** True if a condition that the filter gives reads another table. */
export function readsOtherTables<Filter>(
  conditions: Conditions<Filter>,
  filter: Given<Filter>,
): boolean {
  for (const name in conditions) {
    if ((filter[name] ?? null) !== null && conditions[name].readsOtherTable === true) return true;
  }
  return false;
}

/** One of several conditions, by the words of a filter. */
export function isAnyOf<Word extends string>(conditionOf: (word: Word) => Expression<SqlBool>) {
  return (words: readonly Word[]) =>
    words.length === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`(${sql.join(eachOnce(words).map(conditionOf), sql` or `)})`;
}

/** A request may name 250, and each order of them would be a statement of its own. */
function eachOnce<Word>(words: readonly Word[]): Word[] {
  return [...new Set(words)].sort();
}

type Column<Table extends ScopedTable> = keyof Database[Table] & string;
type Value<Table extends ScopedTable, Name extends Column<Table>> = NonNullable<
  SelectType<Database[Table][Name]>
>;

/** Conditions on single columns of a table. */
export function conditionsOn<Table extends ScopedTable>(table: Table) {
  const ref = (column: Column<Table>) => sql.ref(`${table}.${column}`);
  const compares =
    (operator: '=' | '>=' | '<=' | '<') =>
    <Name extends Column<Table>>(column: Name) => {
      const condition = (value: Value<Table, Name>) =>
        sql<SqlBool>`${ref(column)} ${sql.raw(operator)} ${value}`;
      return Object.assign(condition, { column });
    };
  return {
    equals: compares('='),
    isAtLeast: compares('>='),
    isAtMost: compares('<='),
    isBelow: compares('<'),
    /** One of few words, as a literal: a plan for whatever words would not know which are rare. */
    isWord:
      <Name extends Column<Table>>(column: Name) =>
      (word: Value<Table, Name>) =>
        sql<SqlBool>`${ref(column)} = ${sql.lit(word)}`,
    isOneOfWords:
      <Name extends Column<Table>>(column: Name) =>
      (words: readonly Value<Table, Name>[]) =>
        words.length === 0
          ? sql<SqlBool>`false`
          : sql<SqlBool>`${ref(column)} in (${sql.join(eachOnce(words).map((word) => sql.lit(word)))})`,
    /** A list of texts that has this one. */
    includes: (column: Column<Table>) => (text: string) =>
      sql<SqlBool>`${ref(column)} @> array[${text}]::text[]`,
    /** A text, kept in lower case, with this part in any case. */
    contains: (column: Column<Table>) => (part: string) =>
      sql<SqlBool>`${ref(column)} like ${`%${escapeLike(part.toLowerCase())}%`}`,
    /** Needs an index on `lower(column collate "default") collate "C"`. */
    startsWithInAnyCase: (column: Column<Table>) => (start: string) => {
      const [folded, first] = [lowerCase(ref(column)), lowerCase(sql`${start}::text`)];
      return sql<SqlBool>`(${folded} >= ${first} and ${folded} < ${first} || U&'\\+10FFFF')`;
    },
  };
}

/** By the database: JavaScript has other rules, such as for the end of a Greek word, and a database may have those of its language. */
function lowerCase(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(${text} collate "default") collate "C"`;
}

/** Escapes text for use as a literal in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
