import { createHash } from 'node:crypto';
import type { Scope } from '../../platform/scope.ts';
import type { SearchKind, Term } from './model.ts';
import { isMisspellable } from './spelling.ts';

/**
 * Search terms for the rows of one kind, as tsquery text: all words (`match`), any of them for the
 * rank, which counts how many of its `operands` a row has, and the whole query as one text (`exact`). `_` is a placeholder for the row's
 * bucket. Lexemes have the form that `search_vector` and `search_private_vector` of the database
 * write.
 */
export type Wanted = Scope & {
  readonly kind: SearchKind;
  /** For factors: the visible sets, when not all are visible. */
  readonly setIds?: readonly string[];
  readonly match: string;
  readonly rank: string;
  readonly exact: string;
  readonly operands: number;
};

/** Kinds of which texts are personal data; their tables say so to `search_in`. */
const PRIVATE_KINDS: readonly SearchKind[] = ['CUSTOMER', 'ORDER'];

export function wantedOf(scope: Scope, kind: SearchKind, terms: readonly Term[]): Wanted {
  const tenant = md5(`${scope.organizationId}${scope.environment}${kind}`).slice(0, 8);
  const lexemesOf = PRIVATE_KINDS.includes(kind) ? privateLexemes(tenant) : plainLexemes(tenant);
  const ranked = terms.flatMap((term) => lexemesOf(term).rank);
  return {
    ...scope,
    kind,
    match: terms.map((term) => `(${lexemesOf(term).match.join(' | ')})`).join(' & '),
    rank: ranked.join(' | '),
    exact: exactLexemes(tenant, terms).join(' | '),
    operands: ranked.length,
  };
}

/** The whole query as the text of a row; a GTIN also in its other writings. */
function exactLexemes(tenant: string, terms: readonly Term[]): string[] {
  const [only, ...others] = terms;
  const writings = only !== undefined && others.length === 0 ? only.writings : [];
  const whole = terms.map(({ word }) => word).join(' ');
  return [whole, ...writings].map((text) => `'${tenant}_=${hashOf(tenant, text)}'`);
}

type Lexemes = { readonly match: readonly string[]; readonly rank: readonly string[] };

/** An exact word scores twice: also as its own prefix. */
function plainLexemes(tenant: string) {
  const lexeme = (word: string) => `'${tenant}_${word}'`;
  return ({ word, isBeginning, meant, writings }: Term): Lexemes => {
    const written = lexeme(word);
    const others = [...meant, ...writings].map(lexeme);
    return {
      match: [isBeginning ? `${written}:*` : written, ...others],
      rank: [written, `${written}:*`, ...others],
    };
  };
}

/** People are looked up by hashes of whole words, of beginnings, and of words less one letter. */
function privateLexemes(tenant: string) {
  const lexeme = (tag: string, text: string) => `'${tenant}_${tag}${hashOf(tenant, text)}'`;
  return ({ word }: Term): Lexemes => {
    const letters = [...word];
    const misspellings = isMisspellable(word)
      ? new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])
      : [];
    const lexemes = [
      lexeme('w', word),
      lexeme('p', word),
      ...[...misspellings].map((key) => lexeme('k', key)),
    ];
    return { match: lexemes, rank: lexemes };
  };
}

function hashOf(tenant: string, text: string): string {
  return md5(tenant + text).slice(0, 12);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
