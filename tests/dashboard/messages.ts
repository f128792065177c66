import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from '@babel/parser';

const SOURCES = join(import.meta.dirname, '../../dashboard/src');
const LETTERS = /\p{L}{2,}/u;
/** Units, names and codes are the same in every language. */
const SAME = /^(kg CO2?e?|kg|e|km|mm|ms|MB|kB|GTIN|SKU|URL|Id|Trackway|EPCIS|curl|SHA-256)$/;
const TEXT_ATTRIBUTES = new Set(
  'about action aria-label caption empty head help label note placeholder purpose title'.split(' '),
);

/** The catalogue of what several areas use. */
export const SHARED = 'shared';

type Catalogue = Readonly<Record<string, string>>;
type Node = { readonly type: string; readonly [key: string]: unknown };

export type Messages = {
  /** English texts that the sources translate, with the files of catalogues that should have them. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
  /** Places of English texts that no catalogue can translate. */
  readonly raw: readonly string[];
};

/** The texts of the dashboard's sources: the first arguments of `t` and `rich`, and texts outside of them. */
export function messagesOfSources(): Messages {
  const used = new Map<string, Set<string>>();
  const raw: string[] = [];
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCES }).sort()) {
    if (/\.test\.|\.d\.ts$/.test(file)) continue;
    const [, area = SHARED] = /^pages\/([^/]+)\//.exec(file) ?? [];
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
    visit(program, (node) => {
      const message = translated(node);
      if (message !== undefined) used.set(message, (used.get(message) ?? new Set()).add(area));
      const found = rawText(node);
      if (found !== undefined) raw.push(`${file}: ${found}`);
      if (isCall(node) && message === undefined)
        raw.push(`${file}: a text that is not written in place`);
    });
  }
  return { used, raw };
}

/** The translations of a language by their files: a folder of pages, or `SHARED`. */
export function cataloguesOf(language: 'de' | 'fr'): ReadonlyMap<string, Catalogue> {
  const folder = join(SOURCES, 'languages', language);
  const names = globSync('*.json', { cwd: folder }).map((file) => basename(file, '.json'));
  return new Map(names.map((name) => [name, readCatalogue(join(folder, `${name}.json`))]));
}

/** The translations of a language, by their English texts. */
export function catalogueOf(language: 'de' | 'fr'): Catalogue {
  return Object.assign({}, ...cataloguesOf(language).values());
}

/** The translations of the sentences of the service. */
export function sentencesOf(language: 'de' | 'fr'): Catalogue {
  return readCatalogue(join(SOURCES, `sentences/${language}.json`));
}

/** The words that the public pages have for fields of passports. */
export function fieldWordsOf(language: 'de' | 'fr'): Catalogue {
  return readCatalogue(join(SOURCES, `../../data/passport-words/fields/${language}.json`));
}

function readCatalogue(file: string): Catalogue {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function isCall(node: Node): boolean {
  const { callee } = node;
  return (
    node.type === 'CallExpression' &&
    isNode(callee) &&
    callee.type === 'Identifier' &&
    (callee['name'] === 't' || callee['name'] === 'rich')
  );
}

function translated(node: Node): string | undefined {
  if (!isCall(node) || !Array.isArray(node['arguments'])) return undefined;
  const [first]: unknown[] = node['arguments'];
  return isNode(first) && first.type === 'StringLiteral' ? String(first['value']) : undefined;
}

function rawText(node: Node): string | undefined {
  if (node.type === 'JSXText') return untranslated(node['value']);
  if (node.type !== 'JSXAttribute') return undefined;
  const { name, value } = node;
  if (!isNode(name) || !TEXT_ATTRIBUTES.has(String(name['name']))) return undefined;
  return isNode(value) && value.type === 'StringLiteral' ? untranslated(value['value']) : undefined;
}

function untranslated(value: unknown): string | undefined {
  const text = String(value).trim();
  return LETTERS.test(text) && !SAME.test(text) ? text : undefined;
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, look);
  else if (isNode(node)) {
    look(node);
    for (const [key, value] of Object.entries(node))
      if (typeof value === 'object' && key !== 'loc') visit(value, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
