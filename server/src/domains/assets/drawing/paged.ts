import { type Drawing, type Mark, PAPER } from './drawing.ts';

/** Roles of the parts of a document, as PDF names them; an artifact is for the eye only. */
export type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure' | 'Artifact';

/** Marks with one role, in reading order. */
export type Piece = {
  readonly tag: Tag;
  readonly marks: readonly Mark[];
  /** Table and row of a cell, counted from 0 in the document. */
  readonly cell?: { readonly table: number; readonly row: number };
  /** Text in place of a figure. */
  readonly alt?: string;
  /** Cells that a header is of. */
  readonly scope?: 'Column' | 'Row';
};

/** A document of pages of one size. */
export type PagedDrawing = Omit<Drawing, 'marks'> & {
  readonly pages: readonly (readonly Piece[])[];
};

/** The first page as a picture. */
export function firstPage({ pages, ...document }: PagedDrawing): Drawing {
  const { widthMm: width, heightMm: height } = document;
  const paper = { kind: 'RECTANGLE', x: 0, y: 0, width, height, fill: PAPER } as const;
  return { ...document, marks: [paper, ...(pages[0] ?? []).flatMap(({ marks }) => marks)] };
}
