import { parse } from 'libpg-query';

/** Nobody has the schema of an earlier commit: only the migrations after this one are upgrades. */
export const LAST_OF_FIRST_RELEASE = '0027_request_log.sql';

/**
 * Statements of a migration that the version before could not live with. During an upgrade without a gap both
 * versions run on the new schema: a migration may add, but not take away, rename or forbid.
 */
export async function contractionsIn(sql: string): Promise<string[]> {
  const { stmts = [] } = await parse(sql);
  const made: Made = { tables: new Set(), columns: new Set() };
  return stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : contractionsOf(stmt, made)));
}

/** Names of things that the migration itself made: the version before does not know them. */
type Made = { readonly tables: Set<string>; readonly columns: Set<string> };

type Statement = NonNullable<
  NonNullable<Awaited<ReturnType<typeof parse>>['stmts']>[number]['stmt']
>;

/** Things that no statement of the service names. */
const HARMLESS_DROPS = /^OBJECT_(INDEX|TRIGGER|STATISTIC_EXT|COMMENT)/;

function contractionsOf(statement: Statement, made: Made): string[] {
  if ('CreateStmt' in statement) {
    made.tables.add(statement.CreateStmt.relation?.relname ?? '');
    return [];
  }
  if ('RenameStmt' in statement) return ['renames something'];
  if ('DropStmt' in statement) {
    const kind = String(statement.DropStmt.removeType);
    return HARMLESS_DROPS.test(kind) ? [] : [`drops ${kind.replace('OBJECT_', '').toLowerCase()}`];
  }
  if ('IndexStmt' in statement) {
    const { unique, relation, indexParams = [] } = statement.IndexStmt;
    const table = relation?.relname ?? '';
    if (unique !== true || made.tables.has(table)) return [];
    return namesIn(indexParams).some((name) => made.columns.has(`${table}.${name}`))
      ? []
      : [`makes a unique index on ${table}`];
  }
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt;
    const table = relation?.relname ?? '';
    if (made.tables.has(table)) return [];
    return cmds.flatMap((each) =>
      'AlterTableCmd' in each ? changesOf(each.AlterTableCmd, table, made) : [],
    );
  }
  return [];
}

type Change = { readonly subtype?: unknown; readonly name?: string; readonly def?: unknown };

function changesOf({ subtype, name, def }: Change, table: string, made: Made): string[] {
  const text = JSON.stringify(def ?? {});
  switch (subtype) {
    case 'AT_AddColumn': {
      made.columns.add(`${table}.${/"colname":"([^"]+)"/.exec(text)?.[1]}`);
      const isFilled = /CONSTR_(DEFAULT|IDENTITY|GENERATED)/.test(text);
      return /CONSTR_(NOTNULL|PRIMARY|UNIQUE)/.test(text) && !isFilled
        ? [`adds a column to ${table} that the version before leaves empty`]
        : [];
    }
    case 'AT_DropColumn':
      return [`drops ${table}.${name}`];
    case 'AT_AlterColumnType':
      return [`changes the type of ${table}.${name}`];
    case 'AT_SetNotNull':
      return [`forbids nulls in ${table}.${name}`];
    case 'AT_ColumnDefault':
      return def === undefined ? [`takes the default of ${table}.${name} away`] : [];
    case 'AT_AddConstraint':
      // A reference by a new column is null in the rows of the version before, and holds.
      return namesIn(def).some((column) => made.columns.has(`${table}.${column}`))
        ? []
        : [`adds a constraint to ${table}`];
    default:
      return [];
  }
}

/** Every name in a part of the syntax tree. */
function namesIn(part: unknown): string[] {
  const found = JSON.stringify(part ?? {}).matchAll(/"(?:sval|name)":"([^"]+)"/g);
  return [...found].map(([, name = '']) => name);
}
