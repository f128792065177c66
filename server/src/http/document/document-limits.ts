import { type ASTVisitor, type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';
import { argumentPath } from '../../graphql/argument-path.ts';
import { foldSelections, fragmentsOf } from '../../graphql/selections.ts';
import { ApiError, badInput, type Problem } from '../../rules/errors/api-error.ts';
import { findUnsafeText, problemOfKey } from '../../rules/inputs/unsafe-text.ts';
import { REQUEST_LIMITS, valueLimitsOf } from '../limits/request-limits.ts';
import { endOfString } from '../parse-json.ts';

const OPENING = '{[(';
const CLOSING = '}])';
const [TAB, LINE_FEED, RETURN, SPACE, COMMA, MARK] = [0x09, 0x0a, 0x0d, 0x20, 0x2c, 0xfeff];
const HASH = 0x23;
const BLOCK_QUOTE = '"""';
/** A name or a number, whatever it is long. */
const WORD = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\w+/y;

/**
 * Refuses a document by its tokens alone, before the parser: too many of them, or brackets nested so
 * deep that a recursive parser would run out of stack. It looks for the ends of strings and comments
 * instead of reading them, because a megabyte of one is read by the parser anyway.
 */
export function assertTokenLimits(text: string): void {
  let tokens = 0;
  let depth = 0;
  for (let at = endOfIgnored(text, 0); at < text.length; ) {
    const character = text.charAt(at);
    tokens++;
    if (tokens > REQUEST_LIMITS.tokens) {
      throw new ApiError(
        'QUERY_TOO_COMPLEX',
        `The document has more than ${REQUEST_LIMITS.tokens} tokens.`,
        { maxTokens: REQUEST_LIMITS.tokens },
      );
    }
    if (OPENING.includes(character)) depth++;
    if (CLOSING.includes(character)) depth--;
    if (depth > REQUEST_LIMITS.bracketDepth) throw tooDeep(depth, REQUEST_LIMITS.bracketDepth);
    at = endOfIgnored(text, endOfToken(text, at, character));
  }
}

/** Behind white space, commas, byte order marks and comments. */
function endOfIgnored(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case TAB:
      case LINE_FEED:
      case RETURN:
      case SPACE:
      case COMMA:
      case MARK:
        break;
      case HASH:
        at = endOfLine(text, at);
        break;
      default:
        return at;
    }
  }
  return text.length;
}

/** End of the token that begins here; the parser refuses invalid tokens. */
function endOfToken(text: string, at: number, character: string): number {
  if (character === '"') {
    return text.startsWith(BLOCK_QUOTE, at)
      ? endOfBlockString(text, at + BLOCK_QUOTE.length)
      : endOfString(text, at) + 1;
  }
  if (character === '.') return at + '...'.length;
  WORD.lastIndex = at;
  return WORD.test(text) ? WORD.lastIndex : at + 1;
}

function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === RETURN) return at;
  }
  return text.length;
}

/** A backslash before three quotes keeps them in the string. */
function endOfBlockString(text: string, from: number): number {
  let at = text.indexOf(BLOCK_QUOTE, from);
  while (at !== -1 && text[at - 1] === '\\')
    at = text.indexOf(BLOCK_QUOTE, at + BLOCK_QUOTE.length);
  return at === -1 ? text.length : at + BLOCK_QUOTE.length;
}

/**
 * Refuses a parsed document by its shape alone, before validation: aliases (a field repeated under
 * one name counts as one), directives, fragments, depth, selections, long lists, and text and numbers
 * that no store can hold. Returns the number of its selections with all fragments spread.
 */
export function assertDocumentLimits(document: DocumentNode): number {
  const { aliases, directives, fragments, isIntrospection } = countsOf(document);
  const maxAliases = isIntrospection
    ? REQUEST_LIMITS.aliasesWithIntrospection
    : REQUEST_LIMITS.aliases;
  const { directives: maxDirectives, fragments: maxFragments } = REQUEST_LIMITS;
  assertAtMost('aliases', aliases, maxAliases, { aliases, maxAliases });
  assertAtMost('directives', directives, maxDirectives, { directives, maxDirectives });
  assertAtMost('fragments', fragments, maxFragments, { fragments, maxFragments });
  const { depth, selections } = extentOf(document);
  if (depth > REQUEST_LIMITS.depth) throw tooDeep(depth, REQUEST_LIMITS.depth);
  const { selections: maxSelections } = REQUEST_LIMITS;
  if (selections > maxSelections) {
    throw new ApiError(
      'QUERY_TOO_COMPLEX',
      `The document selects ${selections} fields once its fragments are spread; at most ${maxSelections} are allowed.`,
      { selections, maxSelections },
    );
  }
  return selections;
}

/** Counts what a document repeats, and refuses its values on the way: one walk, because documents may be long. */
function countsOf(document: DocumentNode) {
  const counts = { aliases: 0, directives: 0, fragments: 0, isIntrospection: false };
  visit(document, {
    ...refusedValues(valueLimitsOf(isQueryOnly(document))),
    SelectionSet(set, _key, parent) {
      if (!isInlineFragment(parent)) counts.aliases += countRepeatedFields(set);
    },
    Field(field) {
      counts.isIntrospection ||= field.name.value === '__schema';
      if (field.alias === undefined) return;
      counts.aliases++;
      // graphql-jit loses a field of this name. Others with two underscores are used by clients: relay-compiler
      // sends `__isNode: __typename`.
      if (field.alias.value === '__proto__') {
        throw new ApiError(
          'GRAPHQL_VALIDATION_FAILED',
          'The alias "__proto__" is not allowed: choose another name.',
        );
      }
    },
    Directive() {
      counts.directives++;
    },
    FragmentDefinition() {
      counts.fragments++;
    },
  });
  return counts;
}

/** Long lists, and text and numbers that no store can hold. */
function refusedValues(limits: ReturnType<typeof valueLimitsOf>): ASTVisitor {
  return {
    ListValue(list, _key, parent, keys, ancestors) {
      if (list.values.length > REQUEST_LIMITS.inputListItems) {
        throw badInput([
          {
            path: argumentPath([keys, ancestors, parent]),
            code: 'TOO_MANY',
            message: `A list may have at most ${REQUEST_LIMITS.inputListItems} items; one has ${list.values.length}.`,
          },
        ]);
      }
    },
    FloatValue(number, _key, parent, keys, ancestors) {
      if (Number.isFinite(Number(number.value))) return;
      const path = argumentPath([keys, ancestors, parent]);
      throw badInput([
        { path, code: 'OUT_OF_RANGE', message: 'A number is too large to be represented.' },
      ]);
    },
    ObjectField(field, _key, parent, keys, ancestors) {
      assertSafe(problemOfKey(field.name.value, argumentPath([keys, ancestors, parent]), limits));
    },
    StringValue(value, _key, parent, keys, ancestors) {
      assertSafe(findUnsafeText(value.value, argumentPath([keys, ancestors, parent]), limits));
    },
  };
}

function isQueryOnly({ definitions }: DocumentNode): boolean {
  return definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === 'query',
  );
}

function assertSafe(problem: Problem | undefined): void {
  if (problem !== undefined) throw badInput([problem]);
}

function assertAtMost(
  what: string,
  count: number,
  maximum: number,
  numbers: Readonly<Record<string, number>>,
): void {
  if (count <= maximum) return;
  const message = `The document has ${count} ${what}; at most ${maximum} are allowed.`;
  throw new ApiError('QUERY_TOO_COMPLEX', message, numbers);
}

function tooDeep(depth: number, maxDepth: number): ApiError {
  return new ApiError(
    'QUERY_TOO_DEEP',
    `The document nests ${depth} levels deep; at most ${maxDepth} are allowed.`,
    {
      depth,
      maxDepth,
    },
  );
}

function isInlineFragment(node: unknown): boolean {
  return (
    typeof node === 'object' &&
    node !== null &&
    'kind' in node &&
    node.kind === Kind.INLINE_FRAGMENT
  );
}

/** Fields that occur again in a set, its inline fragments on the same type included. */
function countRepeatedFields(set: SelectionSetNode): number {
  const seen = new Set<string>();
  let repeats = 0;
  const enter = ({ selections }: SelectionSetNode, type: string): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT)
        enter(selection.selectionSet, selection.typeCondition?.name.value ?? type);
      if (selection.kind !== Kind.FIELD || selection.alias !== undefined) continue;
      const name = `${type}.${selection.name.value}`;
      if (seen.has(name)) repeats++;
      seen.add(name);
    }
  };
  enter(set, '');
  return repeats;
}

const MOST_COUNTED = 2 ** 31 - 1;

type Extent = { readonly depth: number; readonly selections: number };

/**
 * Levels of fields in the deepest operation, and the number of its selections with all fragments
 * spread: that many fields are planned, whatever the length of the text.
 */
function extentOf(document: DocumentNode): Extent {
  const ofSet: (set: SelectionSetNode) => Extent = foldSelections(fragmentsOf(document), {
    empty: { depth: 0, selections: 0 },
    join: (one, other) => ({
      depth: Math.max(one.depth, other.depth),
      selections: Math.min(one.selections + other.selections, MOST_COUNTED),
    }),
    ofField: ({ name, selectionSet }) => {
      const isIntrospection = name.value === '__schema' || name.value === '__type';
      const inside = selectionSet && ofSet(selectionSet);
      return {
        depth: 1 + (isIntrospection ? 0 : (inside?.depth ?? 0)),
        selections: 1 + (inside?.selections ?? 0),
      };
    },
  });
  return document.definitions.reduce(
    (largest, definition) => {
      if (definition.kind !== Kind.OPERATION_DEFINITION) return largest;
      const { depth, selections } = ofSet(definition.selectionSet);
      return {
        depth: Math.max(largest.depth, depth),
        selections: Math.max(largest.selections, selections),
      };
    },
    { depth: 0, selections: 0 },
  );
}
