import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Bounds } from '../limits/bounds.ts';
import { DocsSearch, type Found } from './docs-search.ts';
import { BEING_BUILT, PAGE_HEADERS } from './pages.ts';
import { type StaticFiles, sendFile } from './static-files.ts';

/** A search in indexed reads, by its CPU time. */
const WORK_OF_SEARCH = 20;

const PATH = /^[\w-]+(\/[\w-]+)*$/;

/** The docs as `docs/site/build.ts` left them: a file for each address, and a search that needs no script. */
export function registerDocsPages(
  app: FastifyInstance,
  files: StaticFiles,
  { pagesFolder, bounds }: { readonly pagesFolder: string; readonly bounds: Bounds },
): void {
  const search = new DocsSearch(join(pagesFolder, 'docs/search.json'));

  const sendDocs = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    reply.headers(PAGE_HEADERS);
    const page = PATH.test(path) ? await files.at(`docs/${path}.html`) : undefined;
    if (page !== undefined) return sendFile(request, reply, page);
    return sendFilled(request, reply.code(404), 'not-found', path.replace(/[^\w]+/g, ' '));
  };

  /** A page whose list is made for this request: what a search found, or the nearest pages. */
  const sendFilled = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: 'search' | 'not-found',
    words: string,
  ) => {
    bounds.budget.spend(request.raw, WORK_OF_SEARCH);
    const template = await files.at(`docs/${page}.html`);
    if (template === undefined) return reply.code(200).type('text/html').send(BEING_BUILT);
    const found = await search.find(words);
    const content = page === 'search' ? resultsOf(words, found) : nearestOf(found);
    const html = template.plain
      .toString('utf8')
      .replace('<!--words-->', () => (page === 'search' ? escapeHtml(words) : ''))
      .replace('<!--content-->', () => content);
    return reply.type('text/html; charset=utf-8').send(html);
  };

  app.get('/docs', async (request, reply) => sendDocs(request, reply, 'index'));
  app.get<{ Querystring: Record<string, unknown> }>('/docs/search', async (request, reply) => {
    const words = request.query['q'];
    reply.headers(PAGE_HEADERS);
    return sendFilled(
      request,
      reply,
      'search',
      typeof words === 'string' ? words.slice(0, 200) : '',
    );
  });
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) =>
    sendDocs(request, reply, request.params['*']),
  );
}

function resultsOf(words: string, found: readonly Found[]): string {
  if (words.trim() === '') return '<p>Type a word, for example "cursor" or "createProduct".</p>';
  if (found.length > 0) return listOf(found);
  return `<p>Nothing has "${escapeHtml(words)}". Try fewer words, or look at <a href="/docs/reference">all types</a>.</p>`;
}

function nearestOf(found: readonly Found[]): string {
  const nearest = found.slice(0, 5);
  return `<p>There is no such page. ${nearest.length > 0 ? 'These are the nearest:' : '<a href="/docs">All pages</a>'}</p>${listOf(nearest)}`;
}

function listOf(found: readonly Found[]): string {
  const items = found.map(
    ({ title, page, address, beginning }) =>
      `<li><a href="${escapeHtml(address)}">${escapeHtml(title)}</a>${page === title ? '' : ` <span class="quiet">${escapeHtml(page)}</span>`}<p>${escapeHtml(beginning)}</p></li>`,
  );
  return `<ul class="found">${items.join('')}</ul>`;
}
