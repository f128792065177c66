import { announceWriter, type Db, type Tx } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Manifest, ROWS } from './model.ts';
import { checkedManifest, filesOf, linesIn } from './read-package.ts';
import {
  hasOrganization,
  insertOrganization,
  insertRows,
  type Row,
  storedVersions,
  TABLES,
} from './rows-store.ts';

export type Restored = {
  readonly manifest: Manifest;
  /** Rows that were not there before, by table. */
  readonly rows: Readonly<Record<string, number>>;
};

/**
 * Restores the passports of a package in one transaction: all or nothing. What is there already stays, so a second
 * restore changes nothing. The organization keeps its id; private keys are not in a package, so the next passport
 * is signed with a new key. With `onTaken` the package is one of a series: it renews the passports of which nothing
 * later is there, and `onTaken` is part of its transaction.
 */
export async function restorePackage(
  db: Db,
  path: string,
  onTaken?: (tx: Tx) => Promise<void>,
): Promise<Restored> {
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
    const tables = new Map(TABLES.map((table) => [table.name, table]));
    const isRenewing = onTaken !== undefined;
    const outdated = isRenewing ? await outdatedIn(tx, scope, path) : new Set<string>();
    for await (const file of filesOf(path, (name) => name.startsWith(ROWS))) {
      const name = file.name.slice(ROWS.length).split('/')[0] ?? '';
      const table = tables.get(name);
      if (table === undefined) throw new OperatorError(`The package has rows of ${name}.`);
      const { passport } = table;
      const current = linesIn<Row>(file.text).filter(
        (row) => passport === undefined || !outdated.has(String(row[passport])),
      );
      const added = await insertRows(tx, scope, table, current, isRenewing);
      rows[name] = (rows[name] ?? 0) + added;
    }
    await onTaken?.(tx);
  });
  return { manifest, rows };
}

/** Passports of a package of which something later is stored: packages may arrive in any order. */
async function outdatedIn(tx: Tx, scope: Scope, path: string): Promise<ReadonlySet<string>> {
  const outdated = new Set<string>();
  for await (const { text } of filesOf(path, (name) => name.startsWith(`${ROWS}dpps/`))) {
    const rows = linesIn<Row>(text);
    const ids = rows.map(({ id }) => String(id));
    const stored = await storedVersions(tx, scope, ids);
    for (const { id, version } of rows)
      if ((stored.get(String(id)) ?? 0) > Number(version)) outdated.add(String(id));
  }
  return outdated;
}
