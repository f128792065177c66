/** Answers about things that do not change, by question. */
export type Memory<Thing extends object, Answer> = WeakMap<
  Thing,
  Map<string, { readonly answer: Answer }>
>;

/** Of each thing. Questions come without end, so they are forgotten when there are many. */
const MOST_ANSWERS = 10_000;

/** The answer to a question that was asked before, or that `find` gives. */
export function remembered<Thing extends object, Answer>(
  memory: Memory<Thing, Answer>,
  thing: Thing,
  question: string,
  find: () => Answer,
): Answer {
  const known = memory.get(thing) ?? new Map<string, { readonly answer: Answer }>();
  memory.set(thing, known);
  const before = known.get(question);
  if (before !== undefined) return before.answer;
  const answer = find();
  if (known.size >= MOST_ANSWERS) known.clear();
  known.set(question, { answer });
  return answer;
}
