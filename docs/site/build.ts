import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { buildSchema } from 'graphql';
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry } from '../../server/src/http/routes/docs-search.ts';
import { navigationOf, pageHtml, SLOTS } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { referencePages } from './reference.ts';
import { ROOT, SECTIONS } from './sources.ts';

/** Passage or name of the index; `members` count less than the other texts. */
type Entry = { title: string; anchor: string; text: string; members?: string };

type Page = {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly entries: readonly Entry[];
};

const FONTS = ['geologica', 'source-sans-3', 'source-code-pro'];

/** Writes the pages of the docs below `folder`: one file for each address, and the index of the search. */
export function buildDocs(folder: string): void {
  const styleSheet = writeStyleSheet(folder);
  const pages = [...markdownPages(folder), ...schemaPages()];
  const navigation = navigationOf(
    SECTIONS,
    new Map(pages.map((page) => [page.address, page.title])),
  );
  const write = (page: Omit<Page, 'entries'> & { readonly words?: string }) => {
    const file = join(
      folder,
      page.address === '/docs' ? 'docs/index.html' : `${page.address}.html`,
    );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageHtml(page, navigation, styleSheet));
  };
  for (const page of pages) write(page);
  write({ address: '/docs', title: 'Docs', html: startHtml(pages) });
  for (const title of ['Search', 'Not found'])
    write({
      address: `/docs/${title.toLowerCase().replace(' ', '-')}`,
      title,
      html: `<h1>${title}</h1>\n${SLOTS.content}`,
      words: SLOTS.words,
    });
  writeFileSync(join(folder, 'docs/search.json'), JSON.stringify(searchIndex(pages)));
}

function markdownPages(folder: string): Page[] {
  return SECTIONS.flatMap(({ sources }) => sources).map(({ file, address }) => {
    const rendered = renderMarkdown(file, readFileSync(join(ROOT, file), 'utf8'));
    const html = rendered.pictures.reduce(
      (text, picture) =>
        text.replaceAll(
          `src="${picture}"`,
          `src="/static/${copyHashed(join(ROOT, dirname(file), picture), folder)}"`,
        ),
      rendered.html,
    );
    return { address, title: rendered.title, html, entries: rendered.passages };
  });
}

function schemaPages(): Page[] {
  return referencePages(buildSchema(readFileSync(join(ROOT, 'server/schema.graphql'), 'utf8')));
}

function startHtml(pages: readonly Page[]): string {
  const titles = new Map(pages.map((page) => [page.address, page]));
  const [guides] = SECTIONS;
  const cards = (guides?.sources ?? []).map(({ address }) => {
    const page = titles.get(address);
    const [first = ''] = (page?.entries[0]?.text ?? '').split('\n\n');
    const [sentence = ''] = first.replaceAll('\n', ' ').match(/^.*?\.(?= |$)/) ?? [];
    return `<li><a href="${address}">${page?.title}</a><p>${sentence}</p></li>`;
  });
  return `<h1>Trackway docs</h1>
<p>Product footprints, supply chains, scenarios and passports by one GraphQL API. New here? Begin with
<a href="/docs/guides/getting-started">Getting started</a>. All operations and types are in the
<a href="/docs/reference">reference</a>.</p>
<ul class="cards">${cards.join('\n')}</ul>`;
}

function searchIndex(pages: readonly Page[]): MiniSearch<SearchEntry> {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  let id = 0;
  for (const page of pages)
    for (const { title, anchor, text, members = '' } of page.entries)
      index.add({
        id: id++,
        title,
        page: page.title,
        address: anchor === '' ? page.address : `${page.address}#${anchor}`,
        text,
        members,
        beginning: beginningOf(text),
      });
  return index;
}

/** The first words of a passage, as plain text. */
function beginningOf(text: string): string {
  const plain = text.replace(/`/g, '').replace(/\s+/g, ' ').trim();
  return plain.length <= 160 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 160))} …`;
}

/** Tokens and fonts are the dashboard's own; only the latin subset is needed here. */
function writeStyleSheet(folder: string): string {
  const faces = FONTS.map((font) => {
    const name = `${font}-latin-wght-normal.woff2`;
    const file = copyHashed(
      join(ROOT, `node_modules/@fontsource-variable/${font}/files/${name}`),
      folder,
    );
    const family = `${font.split('-').map(capitalized).join(' ')} Variable`;
    return `@font-face{font-family:"${family}";font-weight:200 900;font-display:swap;src:url("/static/${file}") format("woff2")}`;
  });
  const sheets = ['dashboard/src/tokens.css', 'docs/site/style.css'].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  return writeHashed('docs.css', [...faces, ...sheets].join('\n'), folder);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function copyHashed(file: string, folder: string): string {
  const name = hashedName(basename(file), readFileSync(file));
  mkdirSync(join(folder, 'static'), { recursive: true });
  copyFileSync(file, join(folder, 'static', name));
  return name;
}

function writeHashed(name: string, text: string, folder: string): string {
  const hashed = hashedName(name, text);
  mkdirSync(join(folder, 'static'), { recursive: true });
  writeFileSync(join(folder, 'static', hashed), text);
  return hashed;
}

/** Files below /static/ are kept by browsers for ever, so that each content has a name of its own. */
function hashedName(name: string, content: Buffer | string): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const ending = extname(name);
  return `${name.slice(0, -ending.length)}-${digest}${ending}`;
}

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) buildDocs(folder);
