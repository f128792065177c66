import { type ValueLimits, WRITTEN_VALUES } from '../../rules/inputs/unsafe-text.ts';

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
  inputListItems: WRITTEN_VALUES.items,
  /** Values of variables, each as often as the document uses it: as much is checked, stored and hashed. */
  inputBytes: 2 * 1024 * 1024,
  /** Each text of a query: what to search and to filter by. */
  queryTextCharacters: 2_500,
  /** Each text of a mutation, also inside JSON. Most properties have a shorter limit of their own. */
  mutationTextCharacters: WRITTEN_VALUES.characters,
  /** Each key of an object inside JSON. */
  keyCharacters: WRITTEN_VALUES.keyCharacters,
  jsonDepth: 32,
  objectKeys: 1_000,
  /** Answer of a query, and the rows that it reads. */
  answerBytes: 8 * 1024 * 1024,
  /** Objects in lists without pages in an answer. Each takes about 2 kB until it is written, however short its JSON is. */
  answerObjects: 30_000,
  /** Errors of the fields of a large query, each of which takes about 2 kB. */
  answerErrors: 5_000,
  requestMs: 15_000,
} as const;

/** Inputs that carry a whole file: the body limits them, and each has a limit of its own. */
const FILES: ReadonlySet<string> = new Set([
  'input.brand.logo',
  'input.content',
  'input.data',
  'input.logo.png',
  'input.logo.svg',
]);

const MUTATION_VALUES: ValueLimits = {
  ...WRITTEN_VALUES,
  isFile: (path) => FILES.has(path.join('.')),
};

const QUERY_VALUES: ValueLimits = {
  ...MUTATION_VALUES,
  characters: REQUEST_LIMITS.queryTextCharacters,
};

export function valueLimitsOf(isQuery: boolean): ValueLimits {
  return isQuery ? QUERY_VALUES : MUTATION_VALUES;
}
