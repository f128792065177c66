import { INK, PAPER, rule } from '../drawing/drawing.ts';
import type { Block, Sheet } from './sheet.ts';

/** An interval with its middle on a line that begins at zero. */
export function rangeBar(
  sheet: Sheet,
  x: number,
  widthMm: number,
  [low, middle, high]: readonly [number, number, number],
  magnified = 1,
): Block {
  const from = Math.min(0, low);
  const to = Math.max(high, 0) * 1.15 || 1;
  const at = (kg: number) => x + ((kg - from) / (to - from)) * widthMm;
  return {
    heightMm: 2.4 * magnified,
    paint: (top) => {
      const half = 1.2 * magnified;
      const y = top + half;
      const height = 1.6 * magnified;
      const width = Math.max(0.4, at(high) - at(low));
      const box = { x: at(low), y: y - height / 2, width, height, radius: height / 2 };
      sheet.marks.push(
        rule(x, y, widthMm, 0.15 * magnified),
        { kind: 'RECTANGLE', ...box, fill: PAPER, stroke: INK, strokeMm: 0.25 * magnified },
        {
          ...{ kind: 'LINE', x1: at(middle), y1: y - half, x2: at(middle), y2: y + half },
          ...{ stroke: INK, strokeMm: 0.5 * magnified, isRounded: true },
        },
      );
    },
  };
}
