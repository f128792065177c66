import { createHash } from 'node:crypto';
import { type Entry, openPromise } from 'yauzl';
import { OperatorError } from '../../platform/operator-error.ts';
import {
  CREDENTIALS,
  DID_DOCUMENTS,
  MANIFEST,
  type Manifest,
  PACKAGE_FORMAT,
  STATUS_LISTS,
} from './model.ts';

const MOST_FILE_BYTES = 256 * 1024 ** 2;

/** A file of a package, unpacked when it is reached. */
type PackedFile = { readonly name: string; readonly text: string };

/** The files of a package in the order in which they were written. */
export async function* filesOf(
  path: string,
  isWanted: (name: string) => boolean,
): AsyncGenerator<PackedFile> {
  const zip = await openPromise(path).catch((error: Error) => {
    throw new OperatorError(`The package ${path} cannot be read: ${error.message}`);
  });
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue;
      assertReadable(entry);
      const parts: Buffer[] = [];
      for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
      yield { name: entry.fileName, text: Buffer.concat(parts).toString('utf8') };
    }
  } finally {
    zip.close();
  }
}

function assertReadable({ fileName, uncompressedSize }: Entry): void {
  if (uncompressedSize > MOST_FILE_BYTES)
    throw new OperatorError(`${fileName} of the package has ${uncompressedSize} bytes.`);
}

/** The manifest, after the digest of every file was compared with it. */
export async function checkedManifest(path: string): Promise<Manifest> {
  const digests = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const { name, text } of filesOf(path, () => true)) {
    if (name === MANIFEST) manifest = manifestIn(text);
    else digests.set(name, createHash('sha256').update(text).digest('hex'));
  }
  if (manifest === undefined)
    throw new OperatorError('The file is no back-up package: it has no manifest.');
  const named = Object.entries(manifest.files);
  const changed = named.find(([name, digest]) => digests.get(name) !== digest);
  if (changed !== undefined || named.length !== digests.size)
    throw new OperatorError(`The package was changed: ${changed?.[0] ?? 'a file was added'}.`);
  return manifest;
}

function manifestIn(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format === PACKAGE_FORMAT) return manifest;
  throw new OperatorError(
    `The package has the format ${manifest.format}; ${PACKAGE_FORMAT} is read.`,
  );
}

/** Everything of a package that a verification needs, without a network. */
export async function verifiablePartOf(path: string): Promise<{
  readonly credentials: readonly string[];
  readonly didDocuments: unknown;
  readonly statusLists: unknown;
}> {
  await checkedManifest(path);
  const credentials: string[] = [];
  let [didDocuments, statusLists]: [unknown, unknown] = [[], []];
  const isWanted = (name: string) => name.startsWith('offline/');
  for await (const { name, text } of filesOf(path, isWanted)) {
    if (name === DID_DOCUMENTS) didDocuments = JSON.parse(text);
    else if (name === STATUS_LISTS) statusLists = JSON.parse(text);
    else if (name.startsWith(CREDENTIALS)) credentials.push(...linesIn<string>(text));
  }
  return { credentials, didDocuments, statusLists };
}

/** The values of JSON lines, of the type that was written. */
export function linesIn<Value>(text: string): Value[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const value: Value = JSON.parse(line);
      return value;
    });
}
