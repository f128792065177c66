import type { ShapedText } from './typeface.ts';

/** A finished picture: marks in millimetres from the upper left corner, in the order in which they are painted. */
export type Drawing = {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly marks: readonly Mark[];
  /** Accessible name. */
  readonly title: string;
  /** One to three sentences with the data that the picture shows. */
  readonly description: string;
  /** BCP 47 tag of the words in it. */
  readonly language: string;
  /** Machine-readable origin; written into every format. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type Mark = RectangleMark | LineMark | PathMark | ImageMark | TextMark;

type Painted = {
  /** `#rrggbb`; none if absent. */
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeMm?: number;
};

type RectangleMark = Painted & {
  readonly kind: 'RECTANGLE';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
};

type LineMark = {
  readonly kind: 'LINE';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly stroke: string;
  readonly strokeMm: number;
  readonly isRounded?: boolean;
  readonly dashMm?: number;
};

/** An SVG path in units of its own; `scale` makes millimetres of them. */
export type PathMark = Painted & {
  readonly kind: 'PATH';
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly path: string;
  /** Fills by the rule `evenodd` in place of `nonzero`. */
  readonly isEvenOdd?: boolean;
  /** Modules on a side of a symbol; their edges stay sharp, and the symbol is read back. */
  readonly symbolModules?: number;
};

/** Pixels of a logo. */
type ImageMark = {
  readonly kind: 'IMAGE';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** In base64. */
  readonly png: string;
};

export type TextMark = {
  readonly kind: 'TEXT';
  /** Left end of the baseline. */
  readonly x: number;
  readonly y: number;
  readonly text: ShapedText;
  readonly fill: string;
  /** Clockwise around the left end of the baseline, in degrees. */
  readonly rotation?: number;
  readonly opacity?: number;
};

export const INK = '#000000';
export const PAPER = '#ffffff';

/** Text with its baseline at `y`, aligned at `x`. */
export function textMark(
  text: ShapedText,
  x: number,
  y: number,
  align: 'START' | 'MIDDLE' | 'END' = 'START',
  fill: string = INK,
): TextMark {
  const shift = { START: 0, MIDDLE: 0.5, END: 1 }[align];
  return { kind: 'TEXT', x: x - text.widthMm * shift, y, text, fill };
}

export function rule(x: number, y: number, width: number, strokeMm: number): LineMark {
  return { kind: 'LINE', x1: x, y1: y, x2: x + width, y2: y, stroke: INK, strokeMm };
}
