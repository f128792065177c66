import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './compression.ts';

/** Only what the service itself serves runs in a page, and no page of others can frame it. */
const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
} as const;

/** Addresses of pages; which one is shown is decided in the browser. */
const PAGES = ['/', '/sign-in', '/nowhere', '/invite/*', '/reset/*', '/app/:organization/*'];

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Fonts are compressed already. */
const COMPRESSED = new Set(['.css', '.html', '.js', '.svg']);
const FILE_NAME = /^[\w-]+(\.[\w-]+)*\.(css|js|svg|woff2)$/;
const FOR_EVER = 'public, max-age=31536000, immutable';

const BEING_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Trackway</title><body><p>The dashboard is being built. This takes less than a minute, once for each version.
The API answers already.</p></body></html>`;

const brotli = promisify(brotliCompress);

type File = { readonly type: string; readonly plain: Buffer; readonly packed: Buffer | undefined };

/** The dashboard as `vite build` left it: one page and its files, each read and compressed once. */
export function registerPages(app: FastifyInstance, folder: string): void {
  const files = new Map<string, Promise<File | undefined>>();
  const fileAt = async (path: string): Promise<File | undefined> => {
    const known = files.get(path) ?? readOnce(join(folder, path));
    files.set(path, known);
    const file = await known;
    // It may be there at the next request: the dashboard is built while the service answers.
    if (file === undefined) files.delete(path);
    return file;
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await fileAt('index.html');
    reply.headers(PAGE_HEADERS);
    if (page === undefined) return reply.type('text/html').send(BEING_BUILT);
    return sendFile(request, reply, page);
  };
  for (const path of PAGES) app.get(path, sendPage);

  app.get<{ Params: { file: string } }>('/static/:file', async (request, reply) => {
    const { file } = request.params;
    const found = FILE_NAME.test(file) ? await fileAt(`static/${file}`) : undefined;
    if (found === undefined) return reply.callNotFound();
    return sendFile(request, reply.header('Cache-Control', FOR_EVER), found);
  });
  app.get('/trackway.svg', async (request, reply) => {
    const found = await fileAt('trackway.svg');
    return found === undefined ? reply.callNotFound() : sendFile(request, reply, found);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  reply.type(file.type).header('Vary', 'Accept-Encoding');
  const isPacked =
    file.packed !== undefined && acceptedEncoding(request.headers['accept-encoding']) === 'br';
  if (isPacked) reply.header('Content-Encoding', 'br');
  return reply.send(isPacked ? file.packed : file.plain);
}

async function readOnce(path: string): Promise<File | undefined> {
  const ending = extname(path);
  const plain = await readFile(path).catch(() => undefined);
  if (plain === undefined) return undefined;
  const packed = COMPRESSED.has(ending)
    ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    : undefined;
  return { type: TYPES[ending] ?? 'application/octet-stream', plain, packed };
}
