import { shape } from '../drawing/typeface.ts';
import type { Headline } from './headline.ts';
import type { Block, Sheet } from './sheet.ts';

type AmountRoom = {
  readonly x: number;
  readonly widthMm: number;
  /** Size of the digits if they have the room for it. */
  readonly largestMm: number;
};

/** The amount in large digits, then its unit with a lowered 2. */
export function amountBlock(
  sheet: Sheet,
  { digits, unit }: Pick<Headline, 'digits' | 'unit'>,
  { x, widthMm, largestMm }: AmountRoom,
): Block {
  const unitMm = largestMm * 0.33;
  const parts = [
    { text: shape('HEADLINE', `${unit} CO`, unitMm), drop: 0 },
    { text: shape('HEADLINE', '2', unitMm * 0.72), drop: unitMm * 0.16 },
    { text: shape('HEADLINE', 'e', unitMm), drop: 0 },
  ];
  const unitWidthMm = parts.reduce((sum, { text }) => sum + text.widthMm, 0);
  const gapMm = largestMm * 0.12;
  const roomMm = widthMm - unitWidthMm - gapMm;
  // The amount is as large as its digits allow, and always the largest text of the label.
  const sizeMm = Math.min(largestMm, roomMm / shape('HEADLINE', digits, 1).widthMm);
  const amount = shape('HEADLINE', digits, sizeMm);
  return {
    // Digits, and below the baseline the tail of a comma.
    heightMm: largestMm * 0.88,
    paint: (top) => {
      const baseline = top + largestMm * 0.72;
      sheet.line(amount, x - sizeMm * 0.03, baseline, 'START');
      let left = x + amount.widthMm + gapMm;
      for (const { text, drop } of parts) {
        sheet.line(text, left, baseline + drop, 'START');
        left += text.widthMm;
      }
    },
  };
}
