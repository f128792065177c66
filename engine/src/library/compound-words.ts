/**
 * German and Dutch compounds: the last part is the thing, the part before it says of what or for what.
 * `Holzlöffel` is of wood, `Druckerpapier` is paper.
 */

import type { NameWords } from './name-words.ts';

/** The words of a compound of which `isKnown` knows the first: `Gusseisenpfanne` → `gusseisen pfanne`. */
export function wordsApart(
  names: NameWords,
  isKnown: (word: string) => boolean,
  word: string,
): readonly string[] {
  for (let at = word.length - LEAST; at >= LEAST; at -= 1) {
    const last = word.slice(at);
    if (!names.isKnown(last) && !names.foodForms.has(last) && !isKnown(last)) continue;
    const first = formsOf(word.slice(0, at)).find(
      (form) => isKnown(form) || names.foodForms.has(form),
    );
    // `Buchensperrholz` is plywood; `Stahlwolle` no wool.
    if (first !== undefined)
      return names.has('compound_head', last) && !names.isKnown(last) ? [last] : [first, last];
    // The thing may be a compound itself: `Hähnchenbrustfilet`.
    const before = names.isKnown(last) ? wordsApart(names, isKnown, word.slice(0, at)) : [];
    if (before.length > 1) return [...before, last];
  }
  const head = names.list('compound_head').find((end) => word.endsWith(end));
  const first = head === undefined ? '' : word.slice(0, -head.length);
  return head === undefined ||
    first.length < LEAST ||
    names.list('imitation').some((beginning) => first.startsWith(beginning))
    ? [word]
    : [first, head];
}

/** `Woll-` is of `Wolle`; `Seiden-` and `Leinens-` have letters between the parts. */
function formsOf(first: string): string[] {
  return [first, `${first}e`, first.replace(/[sn]$/, ''), first.replace(/(?<=.{3})en$/, 'e')];
}

/** Letters of the shortest part: `Woll`, `Glas`, `rvs`. */
const LEAST = 3;
