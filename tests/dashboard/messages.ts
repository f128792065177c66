import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';

const SOURCES = join(import.meta.dirname, '../../dashboard/src');
const LETTERS = /\p{L}{2,}/u;
/** Units, names and codes are the same in every language. */
const SAME = /^(kg CO2?e?|kg|e|km|mm|ms|MB|kB|GTIN|SKU|URL|Id|Trackway|EPCIS|curl|SHA-256)$/;
const TEXT_ATTRIBUTES = new Set(
  'about action aria-label caption empty head help label note placeholder purpose title'.split(' '),
);

type Node = { readonly type: string; readonly [key: string]: unknown };

export type Messages = {
  /** English texts that the sources translate. */
  readonly used: ReadonlySet<string>;
  /** Places of English texts that no catalogue can translate. */
  readonly raw: readonly string[];
};

/** The texts of the dashboard's sources: the first arguments of `t` and `rich`, and texts outside of them. */
export function messagesOfSources(): Messages {
  const used = new Set<string>();
  const raw: string[] = [];
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCES }).sort()) {
    if (/\.test\.|\.d\.ts$/.test(file)) continue;
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
    visit(program, (node) => {
      const message = translated(node);
      if (message !== undefined) used.add(message);
      const found = rawText(node);
      if (found !== undefined) raw.push(`${file}: ${found}`);
      if (isCall(node) && message === undefined)
        raw.push(`${file}: a text that is not written in place`);
    });
  }
  return { used, raw };
}

/** The translations of a language, by their English texts. */
export function catalogueOf(language: 'de' | 'fr'): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(SOURCES, `languages/${language}.json`), 'utf8'));
}

/** The translations of the sentences of the service. */
export function sentencesOf(language: 'de' | 'fr'): Readonly<Record<string, string>> {
  const file = join(SOURCES, `sentences/${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The words that the public pages have for fields of passports. */
export function fieldWordsOf(language: 'de' | 'fr'): Readonly<Record<string, string>> {
  const folder = join(SOURCES, '../../data/passport-words/fields');
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
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
