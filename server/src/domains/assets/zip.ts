import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { AssetBatch } from './batch.ts';
import { type BatchLine, batchLinesAfter } from './batch-store.ts';
import { FILE_TYPES } from './model.ts';
import { type FileStore, fileOfAsset } from './service.ts';
import { findServedAsset } from './store.ts';

const PAGE = 500;
/** Equal batches give equal archives: the time of an entry is the earliest that ZIP can write. */
const ENTRY_TIME = new Date(1980, 0, 1);

/**
 * The files of a batch as a ZIP, with a line per product in `lines.jsonl`. It is made while it is read, so it takes no
 * room on the disk, and memory for one file at a time.
 */
export function zipOfBatch(db: Db, store: FileStore, batch: AssetBatch): Readable {
  const archive = new yazl.ZipFile();
  const output = new Readable().wrap(archive.outputStream);
  addEntries(archive, db, store, batch).catch((error: Error) => output.destroy(error));
  return output;
}

async function addEntries(
  archive: yazl.ZipFile,
  db: Db,
  store: FileStore,
  { scope, id }: AssetBatch,
): Promise<void> {
  const lines: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await batchLinesAfter({ db, scope }, id, after, PAGE);
    for (const line of page) {
      const { productId, assetId, format } = line;
      after = productId;
      lines.push(`${JSON.stringify(shown(line))}\n`);
      if (assetId === null || format === null) continue;
      const isPacked = format === 'PNG' || format === 'PDF';
      archive.addReadStreamLazy(
        fileIn(line) ?? '',
        { mtime: ENTRY_TIME, mode: 0o100644, compress: !isPacked },
        (give) => {
          fileOf(db, store, assetId).then(
            (bytes) => give(null, Readable.from([Buffer.from(bytes)])),
            (error: Error) => give(error, Readable.from([])),
          );
        },
      );
    }
    if (page.length < PAGE) break;
  }
  const options = { mtime: ENTRY_TIME, mode: 0o100644 };
  archive.addBuffer(Buffer.from(lines.join('')), 'lines.jsonl', options);
  archive.end();
}

async function fileOf(db: Db, store: FileStore, assetId: string): Promise<Uint8Array> {
  const asset = await findServedAsset(db, assetId);
  const bytes = asset === undefined ? undefined : await fileOfAsset(store, asset);
  if (bytes === undefined) throw new Error(`The file of ${encodeId('asset', assetId)} is lost.`);
  return bytes;
}

function fileIn({ productId, format }: BatchLine): string | null {
  if (format === null) return null;
  return `${encodeId('product', productId)}.${FILE_TYPES[format].ending}`;
}

function shown(line: BatchLine) {
  const { productId, externalId, assetId, problems, sha256 } = line;
  return {
    productId: encodeId('product', productId),
    externalId,
    assetId: assetId === null ? null : encodeId('asset', assetId),
    file: fileIn(line),
    sha256,
    problems,
  };
}
