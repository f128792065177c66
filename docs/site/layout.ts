import { escapeHtml } from '../../server/src/platform/escape-html.ts';
import type { Section } from './sources.ts';

export type Navigation = readonly {
  readonly title: string;
  readonly links: readonly { readonly address: string; readonly title: string }[];
}[];

/** The places where the service fills in what a reader asked for. */
export const SLOTS = { words: '<!--words-->', content: '<!--content-->' } as const;

const REFERENCE = [
  { address: '/docs/reference', title: 'All types' },
  { address: '/docs/reference/queries', title: 'Queries' },
  { address: '/docs/reference/mutations', title: 'Mutations' },
];
/** Sections that are long and read by few are closed until they are opened. */
const CLOSED = new Set(['Inside']);

export function navigationOf(
  sections: readonly Section[],
  titles: ReadonlyMap<string, string>,
): Navigation {
  const pages = sections.map(({ title, sources }) => ({
    title,
    links: sources.map(({ address }) => ({ address, title: titles.get(address) ?? address })),
  }));
  return [...pages.slice(0, 1), { title: 'Reference', links: REFERENCE }, ...pages.slice(1)];
}

/** A whole page: no script, one style sheet, search by a plain form. */
export function pageHtml(
  page: {
    readonly title: string;
    readonly address: string;
    readonly html: string;
    readonly words?: string;
  },
  navigation: Navigation,
  styleSheet: string,
): string {
  const lists = navigation.map(({ title, links }) => {
    const isOpen = !CLOSED.has(title) || links.some(({ address }) => address === page.address);
    const items = links.map((link) => linkItem(link, page.address)).join('');
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items}</ul></details>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Trackway</title>
<link rel="icon" href="/trackway.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/${styleSheet}">
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header>
<a class="brand" href="/docs"><img src="/trackway.svg" alt="" width="28" height="28"> Trackway docs</a>
<form action="/docs/search" role="search">
<input type="search" name="q" aria-label="Search the docs" placeholder="Search" maxlength="200" value="${page.words ?? ''}">
<button>Search</button>
</form>
<a href="/">Dashboard</a>
</header>
<div class="columns">
<nav aria-label="Docs"><details class="menu" open><summary>Contents</summary>${lists.join('\n')}</details></nav>
<main id="page">${page.html}</main>
</div>
</body>
</html>
`;
}

function linkItem(
  link: { readonly address: string; readonly title: string },
  here: string,
): string {
  const current = link.address === here ? ' aria-current="page"' : '';
  return `<li><a href="${link.address}"${current}>${escapeHtml(link.title)}</a></li>`;
}
