import { announceWriter, type Db, type TenantTx, type Tx } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Manifest, ROWS } from './model.ts';
import { checkedManifest, filesOf, linesIn } from './read-package.ts';
import {
  hasOrganization,
  insertOrganization,
  insertRows,
  type Row,
  storedHashes,
  storedVersions,
  TABLES,
} from './rows-store.ts';

export type Restored = {
  readonly manifest: Manifest;
  /** Rows that are new or changed, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Passports that went on here with other versions than in the package: they stay as they are. */
  readonly diverged: readonly string[];
};

/**
 * Restores the passports of a package in one transaction: all or nothing. Passports of which something later is there
 * stay, so a second restore changes nothing; the others get what the package has later, as after the loss of the newest
 * versions. The organization keeps its id; private keys are not in a package, so a service without them signs the next
 * version with a new key. `onTaken` is part of the transaction.
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
  const diverged: string[] = [];
  await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    await insertOrganization(tx, { ...organization, id: organizationId });
    if (!(await hasOrganization(tx, organizationId)))
      throw new OperatorError(
        `Another organization has the name "${organization.name}" here; rename it first.`,
      );
    await announceWriter(work);
    // The files of a package are in the order of their tables, each after those that it refers to.
    const tables = new Map(TABLES.map((table) => [table.name, table]));
    const outdated = await outdatedIn(work, path);
    const others = await divergedIn(work, path);
    diverged.push(...[...others].map((id) => encodeId('dpp', id)));
    const kept = outdated.union(others);
    for await (const file of filesOf(path, (name) => name.startsWith(ROWS))) {
      const name = file.name.slice(ROWS.length).split('/')[0] ?? '';
      const table = tables.get(name);
      if (table === undefined) throw new OperatorError(`The package has rows of ${name}.`);
      const { passport } = table;
      const current = linesIn<Row>(file.text).filter(
        (row) => passport === undefined || !kept.has(String(row[passport])),
      );
      const added = await insertRows(work, table, current);
      rows[name] = (rows[name] ?? 0) + added;
    }
    await onTaken?.(tx);
  });
  return { manifest, rows, diverged };
}

/** Passports of a package of which something later is stored: packages may arrive in any order. */
async function outdatedIn(work: TenantTx, path: string): Promise<ReadonlySet<string>> {
  const outdated = new Set<string>();
  for await (const { text } of filesOf(path, (name) => name.startsWith(`${ROWS}dpps/`))) {
    const rows = linesIn<Row>(text);
    const ids = rows.map(({ id }) => String(id));
    const stored = await storedVersions(work, ids);
    for (const { id, version } of rows)
      if ((stored.get(String(id)) ?? 0) > Number(version)) outdated.add(String(id));
  }
  return outdated;
}

/**
 * Passports of a package that have another version here under the same number. Their service went on from an earlier
 * back-up: mixed, both histories would be broken.
 */
async function divergedIn(work: TenantTx, path: string): Promise<ReadonlySet<string>> {
  const diverged = new Set<string>();
  const isWanted = (name: string) => name.startsWith(`${ROWS}dpp_versions/`);
  for await (const { text } of filesOf(path, isWanted)) {
    const rows = linesIn<Row>(text);
    const hashes = new Map(rows.map((row) => [`${row['dpp_id']} ${row['number']}`, row['hash']]));
    const ids = [...new Set(rows.map((row) => String(row['dpp_id'])))];
    for (const { dppId, number, hash } of await storedHashes(work, ids)) {
      const given = hashes.get(`${dppId} ${number}`);
      if (given !== undefined && given !== hash) diverged.add(dppId);
    }
  }
  return diverged;
}
