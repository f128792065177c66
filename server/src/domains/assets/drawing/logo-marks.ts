import type { Logo } from '../../brands/index.ts';
import type { Mark } from './drawing.ts';

/** Marks of a logo in a box, in its proportions, from the upper right corner. */
export function logoMarks(
  logo: Logo,
  box: {
    readonly right: number;
    readonly top: number;
    readonly widthMm: number;
    readonly heightMm: number;
  },
): Mark[] {
  const scale = Math.min(box.widthMm / logo.width, box.heightMm / logo.height);
  const place = { x: box.right - logo.width * scale, y: box.top } as const;
  if ('png' in logo) {
    const { width, height, png } = logo;
    return [{ kind: 'IMAGE', ...place, width: width * scale, height: height * scale, png }];
  }
  return logo.shapes.map(({ path, fill, isEvenOdd, stroke, strokeWidth }) => ({
    kind: 'PATH',
    ...place,
    scale,
    path,
    ...(fill === undefined ? {} : { fill }),
    ...(isEvenOdd === true ? { isEvenOdd } : {}),
    ...(stroke === undefined || strokeWidth === undefined ? {} : { stroke, strokeMm: strokeWidth }),
  }));
}
