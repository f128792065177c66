import { announceWriter, type Db } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Manifest, ROWS } from './model.ts';
import { checkedManifest, filesOf, linesIn } from './read-package.ts';
import { hasOrganization, insertOrganization, insertRows, type Row, TABLES } from './rows-store.ts';

export type Restored = {
  readonly manifest: Manifest;
  /** Rows that were not there before, by table. */
  readonly rows: Readonly<Record<string, number>>;
};

/**
 * Restores the passports of a package in one transaction: all or nothing. What is there already stays, so a second
 * restore changes nothing. The organization keeps its id; private keys are not in a package, so the next passport
 * is signed with a new key.
 */
export async function restorePackage(db: Db, path: string): Promise<Restored> {
  const manifest = await checkedManifest(path);
  const { organization, environment } = manifest;
  const organizationId = decodeId('organization', organization.id);
  if (organizationId === undefined)
    throw new OperatorError(`The package names no organization: ${organization.id}.`);
  const scope: Scope = { organizationId, environment };
  const rows: Record<string, number> = {};
  await db.transaction().execute(async (tx) => {
    await insertOrganization(tx, { ...organization, id: organizationId });
    if (!(await hasOrganization(tx, organizationId)))
      throw new OperatorError(
        `Another organization has the name "${organization.name}" here; rename it first.`,
      );
    await announceWriter(tx, scope);
    // The files of a package are in the order of their tables, each after those that it refers to.
    const names = new Set(TABLES.map(({ name }) => name));
    for await (const file of filesOf(path, (name) => name.startsWith(ROWS))) {
      const table = file.name.slice(ROWS.length).split('/')[0] ?? '';
      if (!names.has(table)) throw new OperatorError(`The package has rows of ${table}.`);
      const added = await insertRows(tx, scope, table, linesIn<Row>(file.text));
      rows[table] = (rows[table] ?? 0) + added;
    }
  });
  return { manifest, rows };
}
