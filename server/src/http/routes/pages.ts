import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FOR_EVER } from './file-headers.ts';
import { type StaticFiles, sendFile } from './static-files.ts';

/** Only what the service itself serves runs in a page, and no page of others can frame it. */
export const PAGE_HEADERS = {
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
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/not-a-member',
  '/explorer',
  '/invite/*',
  '/forgotten-password',
  '/reset/*',
  '/email/*',
  '/app/:organization/*',
];

const FILE_NAME = /^[\w-]+(\.[\w-]+)*\.(css|js|json|png|svg|woff2)$/;

export const BEING_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Trackway</title><body><p>The pages are being built. This takes less than a minute, once for each version.
The API answers already.</p></body></html>`;

/** The page of every address; the browser decides what it shows. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  files: StaticFiles,
): Promise<FastifyReply> {
  const page = await files.at('index.html');
  reply.headers(PAGE_HEADERS);
  if (page === undefined) return reply.type('text/html').send(BEING_BUILT);
  return sendFile(request, reply, page);
}

/** True for a browser that follows a link. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

/** The dashboard as `vite build` left it: one page and its files. */
export function registerPages(app: FastifyInstance, files: StaticFiles): void {
  for (const path of PAGES) app.get(path, (request, reply) => sendPage(request, reply, files));

  app.get<{ Params: { file: string } }>('/static/:file', async (request, reply) => {
    const { file } = request.params;
    const found = FILE_NAME.test(file) ? await files.at(`static/${file}`) : undefined;
    if (found === undefined) return reply.callNotFound();
    return sendFile(request, reply.header('Cache-Control', FOR_EVER), found);
  });
  app.get('/trackway.svg', async (request, reply) => {
    const found = await files.at('trackway.svg');
    return found === undefined ? reply.callNotFound() : sendFile(request, reply, found);
  });
}
