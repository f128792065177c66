import { SHARED_TABLES } from './customer-tables.ts';

/** A foreign key from one table to another. */
export type ForeignKey = { readonly table: string; readonly target: string };

/** Tables of the database itself, which no statement joins with others. */
const LOCAL_TABLES = new Set(['trackway_migrations', 'secret_fingerprint', 'received_packages']);

/**
 * The statements that distribute all tables with Citus: shared tables to every node, tables of customer data
 * by organization, each after those that it refers to.
 */
export function distributionOf(
  customerTables: ReadonlySet<string>,
  foreignKeys: readonly ForeignKey[],
): string[] {
  const shared = Object.keys(SHARED_TABLES).filter((table) => !LOCAL_TABLES.has(table));
  const reference = targetsFirst(new Set(shared), foreignKeys).map(
    (table) => `select create_reference_table('${table}');`,
  );
  const [first, ...others] = targetsFirst(customerTables, foreignKeys);
  return [
    ...reference,
    `select create_distributed_table('${first}', 'organization_id');`,
    ...others.map(
      (table) =>
        `select create_distributed_table('${table}', 'organization_id', colocate_with => '${first}');`,
    ),
  ];
}

/** Tables in alphabetical order, but each after all that it refers to; throws if they refer in a circle. */
function targetsFirst(
  tables: ReadonlySet<string>,
  foreignKeys: readonly ForeignKey[],
): readonly string[] {
  const done: string[] = [];
  const waiting = [...tables].sort();
  while (waiting.length > 0) {
    const next = waiting.findIndex((table) =>
      foreignKeys.every(
        (key) => key.table !== table || key.target === table || !waiting.includes(key.target),
      ),
    );
    if (next < 0) throw new Error(`These refer to each other in a circle: ${waiting}`);
    done.push(...waiting.splice(next, 1));
  }
  return done;
}
