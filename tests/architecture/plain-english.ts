/**
 * Patterns of unclear English, for comments, schema descriptions, messages and titles of tests. They are the commonest ones, not
 * all: a text that passes still needs a reader.
 */
const UNCLEAR: readonly (readonly [RegExp, string])[] = [
  [
    /^(What|Whether|Of what|Of which|Where|Who|Whoever|Whose|How|Which|Why|Whatever|Whosever)\b[^?]*$/,
    'a clause without a main verb: begin with the noun ("State of …") or the verb ("Returns …")',
  ],
  [/\b(stands|stood|whosever)\b/i, 'an archaic turn: say "is", "represents" or whose it is'],
  [
    /\bis told\b|\bare told\b|\bbe told\b|\btells (how|what|where|whether|who|why)\b/i,
    '"told" or "tells": say "reported", "shows", "returns"',
  ],
  [/\bthere is none\b/i, '"there is none": say "if it does not exist" or "null if …"'],
  [/\bbeside\b/i, '"beside": say "next to" or "in addition to"'],
  [/\bso many of\b/i, '"so many of": say "the quantity of"'],
];

/** Reasons why the beginning or the words of a text are unclear; empty for a text without a pattern. */
export function unclearIn(text: string): string[] {
  const sentence = text.replace(/^[\s/*]+/, '').replace(/\s*\n\s*\*?\s*/g, ' ');
  return UNCLEAR.filter(([pattern]) => pattern.test(sentence)).map(([, reason]) => reason);
}
