import { badInput, type Problem } from '../../../rules/errors/api-error.ts';
import { INK, type Mark, PAPER, textMark } from '../drawing/drawing.ts';
import { breakableParts, directionOf, hasRightToLeft } from '../drawing/pieces.ts';
import { type Face, type ShapedText, shape } from '../drawing/typeface.ts';

/** Smallest height of lower-case letters in print. */
export const LEAST_X_HEIGHT_MM = 1.2;

export type TextStyle = { readonly face: Face; readonly sizeMm: number; readonly fill?: string };

/** Room for a text, and the field of the input that it comes from. */
type TextRoom = {
  readonly widthMm: number;
  readonly lines: number;
  /** Field below `input` to name in a problem. */
  readonly field: readonly string[];
};

/** A part of a picture with a height of its own, painted where a stack puts it. */
export type Block = { readonly heightMm: number; readonly paint: (top: number) => void };

type StackRoom = {
  readonly top: number;
  readonly bottom: number;
  readonly mostGapMm: number;
  readonly isLastAtBottom?: boolean;
};

/** A picture in the making: marks, and everything that does not fit, which is refused at the end. */
export class Sheet {
  readonly marks: Mark[] = [];
  readonly widthMm: number;
  readonly heightMm: number;
  /** Name of the size in messages. */
  readonly #size: string;
  readonly #problems: Problem[] = [];

  constructor(size: string, widthMm: number, heightMm: number) {
    this.#size = size;
    this.widthMm = widthMm;
    this.heightMm = heightMm;
  }

  /** A frame at the edge. */
  frame(strokeMm: number, radius: number): void {
    const [width, height] = [this.widthMm - strokeMm, this.heightMm - strokeMm];
    const box = { x: strokeMm / 2, y: strokeMm / 2, width, height };
    this.marks.push({ kind: 'RECTANGLE', ...box, radius, fill: PAPER, stroke: INK, strokeMm });
  }

  /** Breaks a text into lines that fit a width; notes a problem if they do not. */
  fit(text: string, style: TextStyle, room: TextRoom): ShapedText[] {
    const lines = wrapped(text, style, room.widthMm);
    const tooWide = lines.find(({ widthMm }) => widthMm > room.widthMm + 1e-9);
    if (tooWide !== undefined || lines.length > room.lines) {
      const whole = shape(style.face, text, style.sizeMm).widthMm;
      const fits = Math.floor((text.length * room.widthMm * room.lines) / whole);
      this.refuse(
        room.field,
        `"${text}" does not fit: ${room.lines} line(s) of ${room.widthMm.toFixed(1)} mm hold about ${fits} characters (got ${text.length}) on the size ${this.#size}. Give a shorter text, or take a larger size.`,
      );
    }
    return lines;
  }

  line(
    text: ShapedText,
    x: number,
    y: number,
    align: 'START' | 'MIDDLE' | 'END',
    fill = INK,
  ): void {
    this.marks.push(textMark(text, x, y, align, fill));
  }

  /**
   * Lines of a text as a block; `align` refers to the box from `x` with the width of the room, whose start is its
   * right side for right-to-left text.
   */
  paragraph(
    text: string,
    style: TextStyle & { readonly lineMm?: number; readonly align?: 'START' | 'MIDDLE' | 'END' },
    x: number,
    room: TextRoom,
  ): Block {
    const { sizeMm, lineMm = sizeMm * 1.16, align = 'START', fill } = style;
    const lines = this.fit(text, style, room);
    const isMirrored = align === 'START' && lines[0]?.direction === 'RTL';
    const side = isMirrored ? 'END' : align;
    const anchor = x + room.widthMm * { START: 0, MIDDLE: 0.5, END: 1 }[side];
    return {
      heightMm: lines.length * lineMm,
      paint: (top) => {
        lines.forEach((line, at) => {
          this.line(line, anchor, top + at * lineMm + sizeMm * 0.86, side, fill);
        });
      },
    };
  }

  /**
   * Paints blocks one below the other; free space goes between them, in equal parts up to a maximum. With
   * `isLastAtBottom` the rest of it goes above the last block.
   */
  stack(
    blocks: readonly Block[],
    { top, bottom, mostGapMm, isLastAtBottom = false }: StackRoom,
  ): void {
    const needed = blocks.reduce((sum, { heightMm }) => sum + heightMm, 0);
    const free = bottom - top - needed;
    if (free < -1e-9) {
      this.refuse(
        ['size'],
        `The content needs ${needed.toFixed(1)} mm of height, and the size ${this.#size} has ${(bottom - top).toFixed(1)} mm: take a larger size, or a shorter product name.`,
      );
    }
    const gap = Math.min(mostGapMm, Math.max(0, free) / Math.max(1, blocks.length - 1));
    let y = top;
    for (const block of blocks) {
      const isLast = block === blocks.at(-1);
      block.paint(isLastAtBottom && isLast ? bottom - block.heightMm : y);
      y += block.heightMm + gap;
    }
  }

  get fits(): boolean {
    return this.#problems.length === 0;
  }

  /** Throws everything that did not fit. */
  assertFits(): void {
    if (this.#problems.length > 0) throw badInput(this.#problems);
  }

  /** Notes something that does not fit, with the field below `input` that would change it. */
  refuse(field: readonly string[], message: string): void {
    this.#problems.push({ path: ['input', ...field], code: 'DOES_NOT_FIT', message });
  }
}

/** Blocks without gaps as one. */
export function joined(blocks: readonly Block[]): Block {
  return {
    heightMm: blocks.reduce((sum, { heightMm }) => sum + heightMm, 0),
    paint: (top) => {
      let y = top;
      for (const block of blocks) {
        block.paint(y);
        y += block.heightMm;
      }
    },
  };
}

/** Greedy line breaks, at spaces and between Chinese and Japanese characters. */
export function wrapped(text: string, { face, sizeMm }: TextStyle, widthMm: number): ShapedText[] {
  const direction = directionOf(text);
  const isMixed = hasRightToLeft(text);
  const lines: ShapedText[] = [];
  let before = '';
  let line: ShapedText | undefined;
  for (const { part, isAfterSpace } of breakableParts(text)) {
    const gap = isAfterSpace ? ' ' : '';
    const longer = line === undefined ? part : `${line.text}${gap}${part}`;
    const shaped = shape(face, longer, sizeMm, { direction, before });
    if (line !== undefined && shaped.widthMm > widthMm) {
      lines.push(line);
      // Numbers at the start of a line depend on the text before it, in other directions only.
      if (isMixed) before += `${line.text}${gap}`;
      line = shape(face, part, sizeMm, { direction, before });
    } else {
      line = shaped;
    }
  }
  return line === undefined ? lines : [...lines, line];
}
