/**
 * German and Dutch compounds: the last part is the thing, the part before it says of what or for what.
 * `Holzlöffel` is of wood, `Druckerpapier` is paper.
 */

import type { NameWords } from './name-words.ts';

/** Readings of a folded compound as materials, best first: of what it is, then the kind of material that it is. */
export function compoundReadings(names: NameWords, folded: string): string[] {
  if (folded.includes(' ')) return [];
  return [...beforeGoods(names, folded), ...headOf(names, folded)];
}

function beforeGoods(names: NameWords, word: string): string[] {
  const goods = names
    .list('compound_goods')
    .find((end) => word.endsWith(end) && word.length >= end.length + LEAST);
  if (goods === undefined) return [];
  const first = word.slice(0, -goods.length);
  return [
    first,
    // `Woll-` is of `Wolle`; `Seiden-` and `Leinens-` have letters between the parts.
    `${first}e`,
    first.replace(/[sn]$/, ''),
    first.replace(/(?<=.{3})en$/, 'e'),
    // The thing may be a compound itself: `Lederhandtasche`.
    ...names.list('compound_of').filter((material) => first.startsWith(material)),
  ];
}

function headOf(names: NameWords, word: string): string[] {
  const head = names
    .list('compound_head')
    .find((end) => word.endsWith(end) && word.length >= end.length + LEAST);
  if (head === undefined) return [];
  const first = word.slice(0, -head.length);
  return names.list('imitation').some((beginning) => first.startsWith(beginning)) ? [] : [head];
}

/** Letters of the shortest first part: `Woll`, `Glas`, `rvs`. */
const LEAST = 3;
