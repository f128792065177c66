import assert from 'node:assert/strict';
import type { Piece } from '../../drawing/paged.ts';
import { LEAST_X_HEIGHT_MM } from '../sheet.ts';
import { PAGE_MM } from './flow.ts';

/** The ink of each text of a page, from above its capitals to its baseline. */
export function boxesOf(pieces: readonly Piece[]) {
  return pieces.flatMap(({ marks }) =>
    marks.flatMap((mark) => {
      if (mark.kind !== 'TEXT' || mark.rotation !== undefined) return [];
      const { text, x, y } = mark;
      assert.ok(text.xHeightMm >= LEAST_X_HEIGHT_MM, `"${text.text}" is too small`);
      return [{ text: text.text, left: x, right: x + text.widthMm, top: y - text.sizeMm * 0.7, y }];
    }),
  );
}

/** Asserts that every text of a page is inside its margins and overlaps no other. */
export function assertFits(pieces: readonly Piece[], locale: string): void {
  const boxes = boxesOf(pieces);
  boxes.forEach((box, at) => {
    const isInside = box.left >= 17 && box.right <= PAGE_MM.widthMm - 17;
    assert.ok(isInside && box.y < PAGE_MM.heightMm - 8, `${locale}: "${box.text}" is cut`);
    for (const other of boxes.slice(at + 1)) {
      const isApart =
        box.right <= other.left ||
        other.right <= box.left ||
        box.y <= other.top ||
        other.y <= box.top;
      assert.ok(isApart, `${locale}: "${box.text}" overlaps "${other.text}"`);
    }
  });
}
