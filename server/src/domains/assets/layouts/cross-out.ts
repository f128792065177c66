import { shape } from '../drawing/typeface.ts';
import type { PictureChoices } from '../facts.ts';
import type { Words } from '../words.ts';
import type { Sheet } from './sheet.ts';

/** Writes SAMPLE or PREVIEW across a picture that nobody may print as a real one. */
export function crossOut(
  sheet: Sheet,
  { isSample }: { readonly isSample: boolean },
  words: Words,
  { isPreview }: Pick<PictureChoices, 'isPreview'>,
): void {
  if (!isSample && !isPreview) return;
  const word = words.say(isPreview ? 'preview' : 'sample');
  const { widthMm, heightMm } = sheet;
  const diagonalMm = Math.hypot(widthMm, heightMm);
  const unit = shape('HEADLINE', word, 1);
  const sizeMm = Math.min((diagonalMm * 0.66) / unit.widthMm, Math.min(widthMm, heightMm) * 0.4);
  const text = shape('HEADLINE', word, sizeMm);
  const angle = Math.atan2(heightMm, widthMm);
  const alongMm = text.widthMm / 2;
  const acrossMm = sizeMm * 0.35;
  sheet.marks.push({
    kind: 'TEXT',
    x: widthMm / 2 - alongMm * Math.cos(angle) + acrossMm * Math.sin(angle),
    y: heightMm / 2 + alongMm * Math.sin(angle) + acrossMm * Math.cos(angle),
    text,
    fill: '#b00020',
    rotation: (-angle * 180) / Math.PI,
    opacity: 0.32,
  });
}
