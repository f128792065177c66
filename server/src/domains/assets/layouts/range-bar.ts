import { INK, PAPER, rule } from '../drawing/drawing.ts';
import type { Block, Sheet } from './sheet.ts';

/** An interval with its middle on a line that begins at zero. */
export function rangeBar(
  sheet: Sheet,
  x: number,
  widthMm: number,
  [low, middle, high]: readonly [number, number, number],
): Block {
  const from = Math.min(0, low);
  const to = Math.max(high, 0) * 1.15 || 1;
  const at = (kg: number) => x + ((kg - from) / (to - from)) * widthMm;
  return {
    heightMm: 2.4,
    paint: (top) => {
      const y = top + 1.2;
      const width = Math.max(0.4, at(high) - at(low));
      const box = { x: at(low), y: y - 0.8, width, height: 1.6, radius: 0.8 };
      sheet.marks.push(
        rule(x, y, widthMm, 0.15),
        { kind: 'RECTANGLE', ...box, fill: PAPER, stroke: INK, strokeMm: 0.25 },
        {
          ...{ kind: 'LINE', x1: at(middle), y1: y - 1.2, x2: at(middle), y2: y + 1.2 },
          ...{ stroke: INK, strokeMm: 0.5, isRounded: true },
        },
      );
    },
  };
}
