import { findUnsafeText } from '../../rules/inputs/unsafe-text.ts';

/** The size of what partners send is bounded as a whole. */
const LIMITS = { items: Infinity, characters: Infinity, keyCharacters: Infinity, levels: 64 };

/** Returns a sentence about text that PostgreSQL cannot hold, such as a null byte, in JSON that a partner sent. */
export function unstorableIn(value: unknown): string | undefined {
  const unsafe = findUnsafeText(value, [], LIMITS);
  return unsafe && `\`${unsafe.path.join('.')}\`: ${unsafe.message}`;
}
