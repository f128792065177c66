import { findUnsafeText } from '../../rules/inputs/unsafe-text.ts';

/** The size of what partners send is bounded as a whole. */
const LIMITS = { items: Infinity, characters: Infinity, keyCharacters: Infinity, levels: 64 };

/** What no store can hold of JSON that a partner sent, such as a null byte, in a sentence. */
export function unstorableIn(value: unknown): string | undefined {
  const unsafe = findUnsafeText(value, [], LIMITS);
  return unsafe && `\`${unsafe.path.join('.')}\`: ${unsafe.message}`;
}
