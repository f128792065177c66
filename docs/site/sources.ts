import { globSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** One markdown file of the repository and its address. */
export type Source = { readonly file: string; readonly address: string };
export type Section = { readonly title: string; readonly sources: readonly Source[] };

/** The sections in reading order. A new guide or method joins by being in its folder. */
export const SECTIONS: readonly Section[] = [
  section('Guides', [
    'docs/guides/getting-started.md',
    'docs/guides/conventions.md',
    'docs/guides/keys-and-limits.md',
    'docs/guides/products.md',
    'docs/guides/calculations.md',
    'docs/guides/factors.md',
    'docs/guides/supply-chains.md',
    'docs/guides/scenarios.md',
    ...globSync('docs/guides/*.md', { cwd: ROOT }).sort(),
  ]),
  section('Facts', [
    'docs/errors.md',
    'docs/events.md',
    'docs/limits.md',
    'docs/people.md',
    'docs/audit-log.md',
    'CHANGELOG.md',
    'docs/glossary.md',
    'docs/data.md',
    'data/NOTICE.md',
    'docs/validation.md',
  ]),
  section('Methods', [
    'docs/methods/README.md',
    ...globSync('docs/methods/*.md', { cwd: ROOT }).sort(),
  ]),
  section('Run it', [
    'README.md',
    'docs/configuration.md',
    'docs/commands.md',
    'sdk/README.md',
    'engine/README.md',
    ...globSync('docs/operations/*.md', { cwd: ROOT }).sort(),
    'docs/performance.md',
    'docs/performance-scale.md',
  ]),
  section('Inside', [
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/principles.md',
    'docs/add-a-domain.md',
    ...globSync('docs/decisions/*.md', { cwd: ROOT }).sort(),
  ]),
];

const BY_FILE = new Map([
  ...SECTIONS.flatMap(({ sources }) =>
    sources.map(({ file, address }) => [file, address] as const),
  ),
  ['docs/guides/', '/docs'] as const,
  ['server/schema.graphql', '/docs/reference'] as const,
]);

/** Address of what a link in a file names; undefined if it leads to a file that is no page. */
export function addressOf(from: string, link: string): string | undefined {
  const [path = '', fragment] = link.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path));
  const address = BY_FILE.get(file);
  if (address === undefined) return undefined;
  return fragment === undefined ? address : `${address}#${fragment}`;
}

function section(title: string, files: readonly string[]): Section {
  const sources = [...new Set(files)].map((file) => ({ file, address: addressOfFile(file) }));
  return { title, sources };
}

/** `docs/guides/orders.md` is `/docs/guides/orders`; a README has the address of its folder. */
function addressOfFile(file: string): string {
  const named = {
    'README.md': '/docs/running',
    'CHANGELOG.md': '/docs/changelog',
    'data/NOTICE.md': '/docs/licences',
  }[file];
  if (named !== undefined) return named;
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return basename(path) === 'README' ? `/docs/${dirname(path)}` : `/docs/${path}`;
}
