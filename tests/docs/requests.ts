import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A request that a page shows, with the variables that follow it. */
export type ShownRequest = {
  readonly query: string;
  readonly variables: string;
  /** The line of the page that it begins at. */
  readonly line: number;
  /** Tier above FREE that it needs, from its comment `# Requires GROWTH`. */
  readonly tier: 'FREE' | 'GROWTH' | 'ENTERPRISE';
};

const PROJECT = join(import.meta.dirname, '../..');
const REQUEST = /^```graphql\n(?<query>.*?)^```\n(?:\s*^```json\n(?<variables>.*?)^```$)?/gms;
const TIER = /^\s*# Requires (?<tier>GROWTH|ENTERPRISE)$/m;

/** The README and all pages below docs/ that show requests. */
export function pagesWithRequests(): string[] {
  const below = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = below.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
  return ['README.md', ...pages.sort()].filter((page) => requestsOf(page).length > 0);
}

export function requestsOf(page: string): ShownRequest[] {
  const text = readFileSync(join(PROJECT, relative('.', page)), 'utf8');
  return [...text.matchAll(REQUEST)].map(({ index, groups = {} }) => {
    const { query = '', variables } = groups;
    const needed = TIER.exec(query)?.groups?.['tier'];
    return {
      query,
      variables: query.includes('$') && variables !== undefined ? variables : '{}',
      line: text.slice(0, index).split('\n').length,
      tier: needed === 'GROWTH' || needed === 'ENTERPRISE' ? needed : 'FREE',
    };
  });
}
