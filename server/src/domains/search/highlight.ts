import { escapeHtml } from '../../platform/escape-html.ts';
import type { Term } from './model.ts';
import { isMisspelling, plainOf } from './spelling.ts';

/** A piece of text from `start` to before `end`, in UTF-16 code units, as JavaScript counts. */
export type TextRange = { readonly start: number; readonly end: number };

export type Highlight = {
  readonly field: string;
  readonly text: string;
  readonly ranges: readonly TextRange[];
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The fields that have one of the words, each with where. */
export function highlightsOf(
  fields: Readonly<Record<string, string | null>>,
  terms: readonly Term[],
): Highlight[] {
  return Object.entries(fields).flatMap(([field, text]) => {
    const ranges = text === null ? [] : rangesIn(text, terms);
    return text === null || ranges.length === 0 ? [] : [{ field, text, ranges }];
  });
}

function rangesIn(text: string, terms: readonly Term[]): TextRange[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: found, index }) => {
    const matched = matchedLength(found, terms);
    return matched === 0 ? [] : [{ start: index, end: index + matched }];
  });
}

/** Length of the beginning of a word that matches the query. */
function matchedLength(found: string, terms: readonly Term[]): number {
  const word = plainOf(found);
  const lengths = terms.map(({ word: wanted, meant, writings }) => {
    if (word.startsWith(wanted)) return word.length === found.length ? wanted.length : found.length;
    return meant.includes(word) || writings.includes(word) || isMisspelling(wanted, word)
      ? found.length
      : 0;
  });
  return Math.max(0, ...lengths);
}

/** The text as HTML, safe to show, with the ranges in `<mark>`. */
export function markedUp({ text, ranges }: Highlight): string {
  let html = '';
  let at = 0;
  for (const { start, end } of ranges) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}
