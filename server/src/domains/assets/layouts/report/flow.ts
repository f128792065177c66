import type { Logo } from '../../../brands/index.ts';
import { INK, type Mark, rule, textMark } from '../../drawing/drawing.ts';
import { logoMarks } from '../../drawing/logo-marks.ts';
import type { Piece, Tag } from '../../drawing/paged.ts';
import { breakableParts, inOneLine, isolated } from '../../drawing/pieces.ts';
import { type ShapedText, shape } from '../../drawing/typeface.ts';
import { type TextStyle, wrapped } from '../sheet.ts';

export const PAGE_MM = { widthMm: 210, heightMm: 297 } as const;
const MARGIN_MM = 18;
const BOTTOM_MM = PAGE_MM.heightMm - 20;
const HEIGHT_MM = BOTTOM_MM - MARGIN_MM;
const BODY_MM = PAGE_MM.widthMm - 2 * MARGIN_MM;
const LINE = 1.28;

const STYLES = {
  H1: { face: 'HEADLINE', sizeMm: 7 },
  H2: { face: 'HEADLINE', sizeMm: 4.6 },
  P: { face: 'TEXT', sizeMm: 3.3 },
  TH: { face: 'STRONG', sizeMm: 2.9 },
  TD: { face: 'TEXT', sizeMm: 2.9 },
} as const satisfies Partial<Record<Tag, TextStyle>>;

type ColumnOfTable = {
  readonly head: string;
  /** Share of the width of the page. */
  readonly share: number;
  readonly isNumber?: boolean;
};

/** A row of texts; `bar` is a share of the widest bar, which is as wide as the first column. */
type RowOfTable = { readonly cells: readonly string[]; readonly bar?: number };

/** Room of a logo, in the margin above the first page. */
const LOGO = { top: 4.5, widthMm: 44, heightMm: 10 } as const;

/** Text, tables and headings one below the other, over as many pages as they need. */
export class Flow {
  readonly pages: Piece[][] = [];
  #y = BOTTOM_MM;
  #tables = 0;

  heading(tag: 'H1' | 'H2', text: string): void {
    const { sizeMm } = STYLES[tag];
    // A heading keeps some lines of its section on its page.
    this.#takeRoom(sizeMm * LINE + 26);
    if (this.#y > MARGIN_MM) this.#y += tag === 'H2' ? 6 : 0;
    this.#lines(tag, text, STYLES[tag]);
    this.#y += 1.6;
  }

  paragraph(text: string, style: TextStyle = STYLES.P): void {
    this.#lines('P', text, style);
    this.#y += 1.4;
  }

  /** Marks that were painted from the origin, with a text in their place. */
  figure(alt: string, heightMm: number, marks: readonly Mark[]): void {
    this.#takeRoom(heightMm + 6);
    const placed = marks.map((mark) => movedTo(mark, MARGIN_MM, this.#y + 2));
    this.#push({ tag: 'Figure', alt, marks: placed });
    this.#y += heightMm + 6;
  }

  /** A table whose header comes again on each page; only a row that is higher than a page goes on in another one. */
  table(columns: readonly ColumnOfTable[], rows: readonly RowOfTable[]): void {
    const table = this.#tables;
    this.#tables += 1;
    const heads = columns.map(({ head }) => head);
    const hasHead = heads.some((head) => head !== '');
    const widths = columns.map(({ share }) => share * BODY_MM - CELL_GAP_MM);
    const header = hasHead ? cellLines(heads, widths, STYLES.TH) : undefined;
    const headMm = header === undefined ? 0 : heightOf(header, STYLES.TH) + 1.2;
    const paintHead = (tag: 'TH' | 'Artifact') => {
      if (header === undefined) return;
      this.#row(tag, header, columns, { table, row: 0 });
      this.#artifact(rule(MARGIN_MM, this.#y, BODY_MM, 0.25));
      this.#y += 1.2;
    };
    this.#takeRoom(headMm + 10);
    paintHead('TH');
    const most = Math.floor((HEIGHT_MM - headMm - 2.4) / (STYLES.TD.sizeMm * LINE));
    const parts = rows.flatMap(({ cells, bar }) =>
      partsOf(cellLines(cells, widths, STYLES.TD, hasHead ? undefined : STYLES.TH), most).map(
        (lines) => ({ lines, bar }),
      ),
    );
    parts.forEach(({ lines, bar }, at) => {
      if (this.#takeRoom(heightOf(lines, STYLES.TD) + 2.4)) paintHead('Artifact');
      this.#row('TD', lines, columns, { table, row: at + 1 });
      if (bar !== undefined) this.#bar(bar * (widths[0] ?? 0));
      this.#y += 0.8;
      this.#artifact({ ...rule(MARGIN_MM, this.#y, BODY_MM, 0.08), stroke: '#9a9a9a' });
      this.#y += 0.8;
    });
    this.#y += 1.6;
  }

  /** Puts a logo above the first page. */
  logo(logo: Logo | null | undefined): void {
    if (logo == null) return;
    const marks = logoMarks(logo, { right: MARGIN_MM + BODY_MM, ...LOGO });
    this.pages[0]?.push({ tag: 'Artifact', marks });
  }

  /** Adds the name of the object, its hash and the number of the page at the foot of each page. */
  foot(name: string, hash: string, pageText: (page: string, pages: string) => string): void {
    this.pages.forEach((pieces, at) => {
      const page = pageText(String(at + 1), String(this.pages.length));
      const parts = [isolated(inOneLine(name).slice(0, 60)), hash.slice(0, 16), page];
      const text = shape('TEXT', parts.join('  ·  '), 2.7);
      const mark = textMark(text, MARGIN_MM, PAGE_MM.heightMm - 11);
      pieces.push({ tag: 'Artifact', marks: [mark] });
    });
  }

  /** Begins a page if the rest of the present one is too low; true if it did. */
  #takeRoom(heightMm: number): boolean {
    if (this.#y + heightMm <= BOTTOM_MM) return false;
    this.pages.push([]);
    this.#y = MARGIN_MM;
    return true;
  }

  #lines(tag: 'H1' | 'H2' | 'P', text: string, style: TextStyle): void {
    const lineMm = style.sizeMm * LINE;
    const most = Math.floor(HEIGHT_MM / lineMm);
    for (const [lines = []] of partsOf([linesIn(text, style, BODY_MM)], most)) {
      this.#takeRoom(lines.length * lineMm);
      this.#push({ tag, marks: this.#marksOf(lines, style, MARGIN_MM, BODY_MM) });
      this.#y += lines.length * lineMm;
    }
  }

  #row(
    tag: 'TH' | 'TD' | 'Artifact',
    cells: readonly (readonly ShapedText[])[],
    columns: readonly ColumnOfTable[],
    cell: { readonly table: number; readonly row: number },
  ): void {
    const style = tag === 'TD' ? STYLES.TD : STYLES.TH;
    let x = MARGIN_MM;
    cells.forEach((lines, at) => {
      const { share = 0, isNumber = false } = columns[at] ?? {};
      const widthMm = share * BODY_MM;
      const marks = this.#marksOf(lines, style, x, widthMm - CELL_GAP_MM, isNumber);
      const isRowHead = tag === 'TD' && at === 0;
      const scope = isRowHead ? 'Row' : 'Column';
      if (tag === 'Artifact') this.#push({ tag, marks });
      else if (tag === 'TH' || isRowHead) this.#push({ tag: 'TH', cell, scope, marks });
      else this.#push({ tag, cell, marks });
      x += widthMm;
    });
    this.#y += heightOf(cells, style);
  }

  #marksOf(
    lines: readonly ShapedText[],
    { sizeMm }: TextStyle,
    left: number,
    widthMm: number,
    isNumber = false,
  ): Mark[] {
    return lines.map((line, at) => {
      const isAtRight = isNumber || line.direction === 'RTL';
      const x = isAtRight ? left + widthMm : left;
      const y = this.#y + at * sizeMm * LINE + sizeMm * 0.92;
      return textMark(line, x, y, isAtRight ? 'END' : 'START');
    });
  }

  #bar(width: number): void {
    if (width < 0.1) return;
    const box = { x: MARGIN_MM, y: this.#y + 0.5, width, height: 1.1 };
    this.#artifact({ kind: 'RECTANGLE', ...box, fill: INK });
    this.#y += 1.8;
  }

  #artifact(mark: Mark): void {
    this.#push({ tag: 'Artifact', marks: [mark] });
  }

  #push(piece: Piece): void {
    this.pages.at(-1)?.push(piece);
  }
}

/** A symbol moved from the origin; figures have no other marks. */
function movedTo(mark: Mark, x: number, y: number): Mark {
  return mark.kind === 'PATH' ? { ...mark, x: mark.x + x, y: mark.y + y } : mark;
}

const CELL_GAP_MM = 2.5;

function cellLines(
  cells: readonly string[],
  widths: readonly number[],
  style: TextStyle,
  first: TextStyle = style,
): ShapedText[][] {
  return cells.map((text, at) => {
    const width = widths[at] ?? 0;
    const own = at === 0 ? first : style;
    return linesIn(text, own, width);
  });
}

/** Lines of a text, which may have breaks of its own. */
function linesIn(text: string, style: TextStyle, widthMm: number): ShapedText[] {
  return text
    .split(/[\r\n]/)
    .flatMap((each) => wrapped(breakable(inOneLine(each), style, widthMm), style, widthMm));
}

/** Cells with up to some lines each: one part, or as many as the longest of them needs. */
function partsOf(cells: readonly (readonly ShapedText[])[], most: number) {
  const count = Math.max(1, ...cells.map(({ length }) => Math.ceil(length / most)));
  return Array.from({ length: count }, (_, part) =>
    cells.map((lines) => lines.slice(part * most, (part + 1) * most)),
  );
}

function heightOf(cells: readonly (readonly ShapedText[])[], { sizeMm }: TextStyle): number {
  return Math.max(1, ...cells.map(({ length }) => length)) * sizeMm * LINE;
}

/** Breaks words that are wider than a line, such as hashes and addresses. */
function breakable(text: string, { face, sizeMm }: TextStyle, widthMm: number): string {
  const parts = breakableParts(text).map(({ part, isAfterSpace }, at) => {
    const gap = isAfterSpace && at > 0 ? ' ' : '';
    const ownMm = shape(face, part, sizeMm).widthMm;
    if (ownMm <= widthMm) return `${gap}${part}`;
    const size = Math.max(1, Math.floor((part.length * widthMm * 0.9) / ownMm));
    return `${gap}${part.match(new RegExp(`.{1,${size}}`, 'gu'))?.join(' ') ?? part}`;
  });
  return parts.join('');
}
