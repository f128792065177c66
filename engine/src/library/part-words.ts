/**
 * A part that is named by its material and its shape: `steel frame`, `Aluminiumgehäuse`. The shape
 * says nothing about the material; its making is a step of manufacture, not part of the factor.
 */

import type { NameWords } from './name-words.ts';

/** A folded name without colours, sizes, coats and states, which no factor depends on: `frozen peas`. */
export function withoutStates(names: NameWords, folded: string): string {
  const rest = wordsWithoutMeasures(folded).filter((word) => !isFinish(names, word));
  return rest.length === 0 ? folded : rest.join(' ');
}

/** The words of a folded name without thin layers and measures. */
export function wordsWithoutMeasures(folded: string): string[] {
  return folded
    .replace(COAT, ' ')
    .replace(MEASURE, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

function isFinish(names: NameWords, word: string): boolean {
  return names.has('finish', word) || SIZE.test(word);
}

const UNIT =
  '(g m2|gr m2|mm|cm|m|g|kg|ml|cl|l|gsm|um|in|inch|oz|ply|micron|den|denier|pcs|mah|ah|wh|kwh|w|v|gb)';

/** `chrome plated brass`, `melamine faced MDF`: the layer is thin. `self-adhesive`, `non-stick`: a property. */
const COAT =
  /\b\p{L}+ (plated|coated|finished|lacquered|enamelled|faced|veneered|insulated|colou?red)\b|\b(self adhesive|non (stick|slip)|heavy duty|(water|solvent|oil) (based|borne)|single use|food grade|(for|to) \p{L}+)\b/gu;

/** `18 mm`, `1.5 kg`, `80 g/m²`, `3-ply`; the point is a space in a folded name. `316L` is a steel, not a volume. */
const MEASURE = new RegExp(`\\b(?!(\\d+ )?31[67] ?l\\b)\\d+( \\d+)? ?${UNIT}\\b`, 'g');

/** `18mm`, `200gsm` */
export const SIZE = new RegExp(`^\\d+${UNIT}$`);
