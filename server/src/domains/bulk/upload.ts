import type { Readable } from 'node:stream';
import { megabytes } from '../../platform/counted.ts';
import { DiskFull } from '../../platform/disk.ts';
import type { FileDraft, Files } from '../../platform/files/index.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { type BulkFormat, rowSplitter } from './file-rows.ts';

/**
 * Maximum number of bytes that are still read of a refused file, so that its sender can receive the
 * refusal.
 */
const MOST_DRAINED_BYTES = 64 * 1024 ** 2;

type Limits = {
  /** Absent if the file has no rows to count. */
  readonly format?: BulkFormat;
  readonly mostBytes: number;
  /** Size of the file; undefined if its sender has not declared it. */
  readonly declaredBytes: number | undefined;
  readonly mostRows: number;
  readonly tier: Tier;
};

type Stored = {
  readonly draft: FileDraft;
  /** Null if they are not counted. */
  readonly rows: number | null;
};

/** Stores an upload as it arrives, as a draft; a file beyond a limit is refused whole. */
export async function storeUpload(
  files: Files,
  name: string,
  body: Readable,
  limits: Limits,
): Promise<Stored> {
  const upload = new CheckedUpload(body, limits);
  try {
    const draft = await files.draft(name, upload);
    return { draft, rows: upload.rows };
  } catch (error) {
    if (error instanceof ApiError || error instanceof DiskFull) await drain(body);
    throw error;
  }
}

/** The pieces of an upload, checked against its limits. */
class CheckedUpload {
  readonly #body: Readable;
  readonly #limits: Limits;
  #rows: number | null = null;

  constructor(body: Readable, limits: Limits) {
    this.#body = body;
    this.#limits = limits;
  }

  get rows(): number | null {
    return this.#rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const { format, mostBytes, declaredBytes = 0, mostRows, tier } = this.#limits;
    if (declaredBytes > mostBytes) throw tooLarge(mostBytes);
    const splitter = format === undefined ? undefined : rowSplitter(format);
    let bytes = 0;
    let rows = 0;
    const count = (last: { readonly number: number } | undefined): void => {
      rows = last?.number ?? rows;
      if (rows > mostRows) throw tooManyRows('imports', mostRows, tier);
    };
    for await (const piece of iterate(this.#body)) {
      bytes += piece.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      count(splitter?.push(piece).at(-1));
      yield piece;
    }
    count(splitter?.end().at(-1));
    if (splitter !== undefined) this.#rows = rows;
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than ${megabytes(maxBytes)}; send it in parts.`,
    { maxBytes },
  );
}

/** The pieces of a stream, which stays open when the loop over them is left. */
async function* iterate(body: Readable): AsyncGenerator<Buffer> {
  const pieces: AsyncIterable<unknown> = body.iterator({ destroyOnReturn: false });
  for await (const piece of pieces) yield Buffer.isBuffer(piece) ? piece : Buffer.from(`${piece}`);
}

async function drain(body: Readable): Promise<void> {
  let bytes = 0;
  for await (const piece of iterate(body)) {
    bytes += piece.length;
    if (bytes > MOST_DRAINED_BYTES) return;
  }
}

export function tooManyRows(verb: 'imports' | 'exports', mostRows: number, tier: Tier): ApiError {
  return new ApiError(
    'FORBIDDEN',
    `A ${tier} key ${verb} files of up to ${mostRows.toLocaleString('en')} rows; this one has more. Nothing was written.`,
    { requiredTier: 'GROWTH' },
  );
}
