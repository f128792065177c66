import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import yazl from 'yazl';
import type { Db, Tx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { linksetOf } from '../../rules/gs1/linkset.ts';
import {
  compressedPassport,
  type DppView,
  findPublicPassport,
  linksOf,
  passportPage,
  pictureOfView,
  publicVersions,
} from '../passports/index.ts';
import { localSources, type Trust } from '../trust/index.ts';
import { eventRowsAfter } from './event-rows-store.ts';
import {
  CREDENTIALS,
  DID_DOCUMENTS,
  MANIFEST,
  type Manifest,
  PACKAGE_FORMAT,
  ROWS,
  STATUS_LISTS,
} from './model.ts';
import { type Chosen, type Row, rowsAfter, TABLES } from './rows-store.ts';

const PAGE = 500;
/** Equal passports give equal files: the time of an entry is the earliest that ZIP can write. */
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644 };

export type Means = { readonly db: Db; readonly trust: Trust };
type Owner = Scope & { readonly name: string; readonly tier: string };
export type PackageCounts = Pick<Manifest, 'passportCount' | 'versionCount'>;

/**
 * Writes a back-up package of all published passports of an organization, or of some: every version with its signature, DID
 * documents, status lists, linksets and pages, traceability events, and the rows that a restore needs. Equal passports give equal files,
 * but for the status lists, which are signed anew.
 */
export async function writePackage(
  means: Means,
  owner: Owner,
  path: string,
  { dppIds, delivered }: Partial<Omit<Chosen, 'scope'>> = {},
): Promise<PackageCounts> {
  // A package that broke off never takes the place of a whole one.
  const unfinished = `${path}.part`;
  const archive = new yazl.ZipFile();
  const output = new Readable().wrap(archive.outputStream);
  let broken: Error | undefined;
  const written = pipeline(output, createWriteStream(unfinished));
  written.catch((error: Error) => {
    broken = error;
  });
  try {
    const files: Record<string, string> = {};
    const add = (name: string, text: string) => addFile({ archive, output, files }, name, text);
    const counts = await means.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => addPassports(tx, means, { scope: owner, dppIds, delivered }, add));
    const { organizationId, environment, name, tier } = owner;
    const organization = { id: encodeId('organization', organizationId), name, tier };
    const url = means.trust.urls.of(owner);
    const manifest: Manifest = {
      ...{ format: PACKAGE_FORMAT, organization, environment, url, ...counts },
      files: { ...files },
    };
    await add(MANIFEST, JSON.stringify(manifest, null, 2));
    archive.end();
    await written;
    await rename(unfinished, path);
    return counts;
  } catch (error) {
    const cause = broken;
    output.destroy();
    await written.catch(() => {});
    await rm(unfinished, { force: true });
    if (cause === undefined) throw error;
    throw new OperatorError(`The package ${path} cannot be written: ${cause.message}`, { cause });
  }
}

type Add = (name: string, text: string) => Promise<void>;

type Unfinished = {
  readonly archive: yazl.ZipFile;
  readonly output: Readable;
  /** Digests of the files by their names. */
  readonly files: Record<string, string>;
};

/** Adds a file and waits until it is written, so that memory holds one page of rows at a time. */
async function addFile(
  { archive, output, files }: Unfinished,
  name: string,
  text: string,
): Promise<void> {
  files[name] = createHash('sha256').update(text).digest('hex');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // An output that broke asks for no further file.
  const stop = () => reject(new Error('The package was not written to its end.'));
  if (output.destroyed) stop();
  output.once('close', stop);
  archive.addReadStreamLazy(name, ENTRY, (give) => {
    const stream = Readable.from([Buffer.from(text)]);
    stream.once('end', resolve);
    give(null, stream);
  });
  await promise.finally(() => output.off('close', stop));
}

async function addPassports(
  tx: Tx,
  { db, trust }: Means,
  chosen: Chosen,
  add: Add,
): Promise<PackageCounts> {
  const named = { dids: new Set<string>(), lists: new Set<string>() };
  let passportCount = 0;
  let versionCount = 0;
  for (const table of TABLES) {
    let part = 0;
    for await (const rows of pagesOf(tx, chosen, table)) {
      part += 1;
      await add(`${ROWS}${table.name}/${numbered(part)}.jsonl`, linesOf(rows));
      if (table.name === 'dpps') {
        passportCount += rows.length;
        for (const row of rows) await addReadable(tx, trust, String(row['id']), add);
      }
      if (table.name === 'dpp_versions') {
        versionCount += rows.length;
        const credentials = rows.map((row) => String(row['jws']));
        for (const credential of credentials) noteSources(credential, named);
        await add(`${CREDENTIALS}${numbered(part)}.jsonl`, linesOf(credentials));
      }
    }
  }
  const sources = localSources(db, trust, new Date());
  const documents: unknown[] = [];
  for (const did of [...named.dids].toSorted())
    documents.push(found(did, await sources.didDocument(did)));
  const lists: string[] = [];
  for (const url of [...named.lists].toSorted())
    lists.push(found(url, await sources.statusList(url)));
  await add(DID_DOCUMENTS, JSON.stringify(documents));
  await add(STATUS_LISTS, JSON.stringify(lists));
  return { passportCount, versionCount };
}

async function* pagesOf(
  tx: Tx,
  chosen: Chosen,
  table: (typeof TABLES)[number],
): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const size = table.pageSize ?? PAGE;
    const read = table.event === undefined ? rowsAfter : eventRowsAfter;
    const rows = await read(tx, chosen, table, after, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}

/** The public forms of a passport, which any web server can serve: page, EN 18223, linkset. */
async function addReadable(tx: Tx, { urls }: Trust, id: string, add: Add): Promise<void> {
  const view = await findPublicPassport(tx, id);
  if (view === null || view.extent === 'TOMBSTONE') return;
  const folder = `passports/${encodeId('dpp', id)}`;
  const versions = await publicVersions(tx, view);
  await add(
    `${folder}/index.html`,
    passportPage(view, versions, urls, 'en', { pictureUrl: await embedded(tx, view) }).html,
  );
  await add(`${folder}/passport.json`, JSON.stringify(compressedPassport(view, urls)));
  await add(`${folder}/linkset.json`, JSON.stringify(linksetOf([linksOf(view, urls)])));
}

/** The picture as a part of the page: the first host may be gone when somebody reads it. */
async function embedded(tx: Tx, view: DppView): Promise<string | undefined> {
  const picture = await pictureOfView(tx, view);
  if (picture === undefined) return undefined;
  return `data:${picture.mediaType};base64,${picture.bytes.toString('base64')}`;
}

/** Notes the DID and the status lists that a verifier of a credential needs. */
function noteSources(
  credential: string,
  { dids, lists }: { readonly dids: Set<string>; readonly lists: Set<string> },
): void {
  dids.add(String(decodeProtectedHeader(credential)['iss']));
  const { credentialStatus } = decodeJwt(credential);
  for (const entry of [credentialStatus].flat())
    if (typeof entry === 'object' && entry !== null && 'statusListCredential' in entry)
      lists.add(String(entry.statusListCredential));
}

function found<Value>(name: string, value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new OperatorError(
    `${name} is not of this service: set TRACKWAY_BASE_URL to the address under which the passports were signed.`,
  );
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function numbered(part: number): string {
  return String(part).padStart(6, '0');
}
