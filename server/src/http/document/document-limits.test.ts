import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { cpuMsOf } from '../../../../tests/cpu-time.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { assertTokenLimits } from './document-limits.ts';

const PIECES = [
  ...['{', '}', '(', ')', '[', ']', ':', '$', '@', '!', '=', '|', '&', '...'],
  ...['name', '_a1', '0', '-12', '1.5', '-0.5e+10', '6E-3', 'a-1', 'a...b'],
  ...['""', '"{[("', '"\\\\"', '"\\""', '"\\u0041"', '"#"'],
  ...['""""""', '"""{[("""', '"""a\\"""b"""', '"""\n"x" \\"""', '"""\\\\""" """', '""" \\""""""'],
  ...['#{[(\n', '# "\r', '#"""\r\n', ',', '\ufeff', '\t'],
];

/** Result of the lexer of graphql-js for a document: number of tokens and depth of brackets. */
function lexed(text: string): { tokens: number; depth: number } | undefined {
  const lexer = new Lexer(new Source(text));
  let [tokens, open, depth] = [0, 0, 0];
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      tokens++;
      if ('{[('.includes(token.kind)) open++;
      if ('}])'.includes(token.kind)) open--;
      depth = Math.max(depth, open);
    }
    return { tokens, depth };
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function refused(text: string): string {
  try {
    assertTokenLimits(text);
    return '';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** The piece so often that it has just as many tokens or levels as allowed, and then once more. */
test('counts tokens and brackets as the lexer of graphql-js does', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const piece = pieces.join(' ');
      const once = lexed(piece);
      if (once === undefined || once.tokens === 0) return;
      compared++;
      // As many more names as there is room for, then one too many.
      const room = 5_000 - once.tokens;
      assert.equal(refused(`${piece} ${'a '.repeat(room)}`), '', piece);
      assert.equal(refused(`${piece} ${'a '.repeat(room + 1)}`), 'QUERY_TOO_COMPLEX', piece);
      const levels = 100 - once.depth;
      const opened = `${'{'.repeat(levels)} ${piece}`;
      assert.equal(refused(opened), '', piece);
      assert.equal(refused(`{${opened}`), 'QUERY_TOO_DEEP', piece);
    }),
    { numRuns: 300 },
  );
  assert.ok(compared > 100, `${compared} documents`);
});

test('reads a megabyte of anything in at most some hundred times what blanks take', async () => {
  const long = [
    'x',
    '9',
    '#',
    '#\n',
    ',',
    ' ',
    '"',
    '\\',
    '\\"',
    '\\"""',
    '"""',
    '{}',
    '\ufeff',
    '\u2028',
  ];
  const blanks = ' '.repeat(1_000_000);
  const ordinaryMs = (await cpuMsOf(() => [1, 2, 3, 4, 5].map(() => refused(blanks)))) / 5;
  for (const piece of long) {
    const padding = piece.repeat(1_000_000 / piece.length);
    for (const text of [padding, `"${padding}"`, `"""${padding}"""`]) {
      const tookMs = await cpuMsOf(() => refused(text));
      assert.ok(tookMs < 300 * ordinaryMs, `${piece}: ${tookMs} ms; blanks: ${ordinaryMs} ms`);
    }
  }
});
