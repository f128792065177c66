import type { ValueLimits } from '../rules/unsafe-text.ts';

/** Limits of every request, independent of the tier. Cost limits depend on the tier (domains/limits). */
export const REQUEST_LIMITS = {
  bodyBytes: 1024 * 1024,
  depth: 15,
  /** Fields of an operation with all fragments spread; validating and planning them takes about 0.1 s. */
  selections: 5_000,
  aliases: 50,
  /** Introspection costs nothing, so it may not be multiplied either. */
  aliasesWithIntrospection: 5,
  directives: 50,
  /** Each pair of fragments that meet is compared, field by field. */
  fragments: 100,
  tokens: 5_000,
  /** Brackets within brackets in the text of a document; legitimate ones stay below 50. */
  bracketDepth: 100,
  inputListItems: 250,
  /** Texts to search and to filter by. Mutations have a limit for each property. */
  queryTextCharacters: 2_500,
  jsonDepth: 32,
  objectKeys: 1_000,
  /** Answer of a query, and the rows that it reads. */
  answerBytes: 8 * 1024 * 1024,
  requestMs: 15_000,
} as const;

export function valueLimitsOf(isQuery: boolean): ValueLimits {
  const { inputListItems, queryTextCharacters } = REQUEST_LIMITS;
  return { items: inputListItems, characters: isQuery ? queryTextCharacters : undefined };
}
