import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../compression.ts';
import { entityTagOf, isNamed } from '../entity-tag.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Fonts and pictures are compressed already. */
const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.svg']);

const brotli = promisify(brotliCompress);

type StaticFile = {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer | undefined;
  /** Tags of both. */
  readonly tags: { readonly plain: string; readonly packed: string };
};

type KnownFile = { readonly changedMs: number; readonly file: Promise<StaticFile | undefined> };

/**
 * Files of a built folder. Each is read and compressed again when it has changed: a build replaces the folder while the
 * service answers. The caller vouches for the path.
 */
export class StaticFiles {
  readonly #folder: string;
  readonly #files = new Map<string, KnownFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async at(path: string): Promise<StaticFile | undefined> {
    const place = join(this.#folder, path);
    const changedMs = await stat(place).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedMs === undefined) return undefined;
    const known = this.#files.get(path);
    if (known?.changedMs === changedMs) return known.file;
    const file = readStaticFile(place);
    this.#files.set(path, { changedMs, file });
    return file;
  }
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): FastifyReply {
  reply.type(file.type).header('Vary', 'Accept-Encoding');
  const isPacked =
    file.packed !== undefined && acceptedEncoding(request.headers['accept-encoding']) === 'br';
  if (isPacked) reply.header('Content-Encoding', 'br');
  const tag = isPacked ? file.tags.packed : file.tags.plain;
  reply.header('ETag', tag);
  if (isNamed(tag, request.headers['if-none-match'])) return reply.code(304).send();
  return reply.send(isPacked ? file.packed : file.plain);
}

async function readStaticFile(path: string): Promise<StaticFile | undefined> {
  const ending = extname(path);
  const plain = await readFile(path).catch(() => undefined);
  if (plain === undefined) return undefined;
  const packed = COMPRESSED.has(ending)
    ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    : undefined;
  const tags = { plain: entityTagOf(plain), packed: entityTagOf(packed ?? plain) };
  return { type: TYPES[ending] ?? 'application/octet-stream', plain, packed, tags };
}
