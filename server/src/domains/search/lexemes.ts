import { createHash } from 'node:crypto';
import type { Scope } from '../../platform/scope.ts';
import type { SearchKind, Term } from './model.ts';
import { isMisspellable } from './spelling.ts';

/**
 * Search terms for the rows of one kind, as tsquery text: all words (`match`), and any of them for
 * the rank, which counts how many of its `operands` a row has. `_` is a placeholder for the row's
 * bucket. Lexemes have the form that `search_vector` and `search_private_vector` of the database
 * write.
 */
export type Wanted = Scope & {
  readonly kind: SearchKind;
  /** For factors: the visible sets, when not all are visible. */
  readonly setIds?: readonly string[];
  readonly match: string;
  readonly rank: string;
  readonly operands: number;
};

export function wantedOf(scope: Scope, kind: SearchKind, terms: readonly Term[]): Wanted {
  const tenant = md5(`${scope.organizationId}${scope.environment}${kind}`).slice(0, 8);
  const lexemesOf = kind === 'CUSTOMER' ? privateLexemes(tenant) : plainLexemes(tenant);
  const ranked = terms.flatMap((term) => lexemesOf(term).rank);
  const matched = kind === 'CUSTOMER' && terms.length > 1 ? terms.filter(isKeptOfPeople) : terms;
  return {
    ...scope,
    kind,
    match: matched.map((term) => `(${lexemesOf(term).match.join(' | ')})`).join(' & '),
    rank: ranked.join(' | '),
    operands: ranked.length,
  };
}

/**
 * Prefixes of one letter are not indexed for people, so a word that is still being typed narrows
 * nothing yet.
 */
function isKeptOfPeople({ word, isBeginning }: Term): boolean {
  return !isBeginning || [...word].length > 1;
}

type Lexemes = { readonly match: readonly string[]; readonly rank: readonly string[] };

/** An exact word scores twice: also as its own prefix. */
function plainLexemes(tenant: string) {
  const lexeme = (word: string) => `'${tenant}_${word}'`;
  return ({ word, isBeginning, meant }: Term): Lexemes => {
    const written = lexeme(word);
    const others = meant.map(lexeme);
    return {
      match: [isBeginning ? `${written}:*` : written, ...others],
      rank: [written, `${written}:*`, ...others],
    };
  };
}

/** People are looked up by hashes of whole words, of beginnings, and of words less one letter. */
function privateLexemes(tenant: string) {
  const lexeme = (tag: string, text: string) =>
    `'${tenant}_${tag}${md5(tenant + text).slice(0, 12)}'`;
  return ({ word }: Term): Lexemes => {
    const letters = [...word];
    const misspellings = isMisspellable(word)
      ? new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])
      : [];
    const lexemes = [
      lexeme('w', word),
      ...(letters.length > 1 ? [lexeme('p', word)] : []),
      ...[...misspellings].map((key) => lexeme('k', key)),
    ];
    return { match: lexemes, rank: lexemes };
  };
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
