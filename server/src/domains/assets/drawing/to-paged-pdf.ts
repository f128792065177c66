import PDFDocument from 'pdfkit';
import type { Mark } from './drawing.ts';
import { type Face, fontBytes, type Subset } from './fonts.ts';
import type { PagedDrawing, Piece } from './paged.ts';
import { FORMAT_CHARACTERS } from './pieces.ts';
import { collected, dateOf, originXml, POINTS_PER_MM, paint } from './to-pdf.ts';
import { segmentsOf } from './typeface.ts';

declare global {
  namespace PDFKit {
    namespace Mixins {
      interface StructureElementOptions {
        scope?: 'Column' | 'Row';
      }
      interface PDFAttachmentOptions {
        relationship?: 'Source' | 'Data';
      }
    }
  }
}

type Document = PDFKit.PDFDocument;
type Element = ReturnType<Document['struct']>;

/** A file inside a document. */
export type Attachment = {
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Buffer;
};

/** A document as PDF/A-3a with PDF/UA-1: tagged text in embedded fonts, and the data attached. */
export async function pagedPdfOf(drawing: PagedDrawing, attachment: Attachment): Promise<Buffer> {
  const { widthMm, heightMm, title, language, metadata, pages, description } = drawing;
  const createdAt = dateOf(metadata);
  const document = new PDFDocument({
    autoFirstPage: false,
    size: [widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    displayTitle: true,
    lang: language,
    // Without it pdfkit would start with a font that is not embedded.
    font: '',
    info: { Title: plain(title), Subject: plain(description), CreationDate: createdAt },
  });
  const done = collected(document);
  useFont(document, 'TEXT', 'latin');
  document.appendXML(originXml(metadata));
  const root = document.struct('Document');
  document.addStructure(root);
  const tables = new Map<number, Map<number, Element>>();
  for (const pieces of pages) {
    document.addPage();
    document.scale(POINTS_PER_MM);
    for (const piece of pieces) writePiece(document, root, tables, piece);
  }
  root.end();
  const { name, mediaType, bytes } = attachment;
  const dates = { creationDate: createdAt, modifiedDate: createdAt };
  const facts = { type: mediaType, description: attachment.description };
  document.file(bytes, { name, ...facts, ...dates, relationship: 'Source' });
  document.end();
  return done;
}

/** pdfkit writes some texts into XML as they are. */
function plain(text: string): string {
  return text.replace(/[<>&]/g, ' ');
}

function writePiece(
  document: Document,
  root: Element,
  tables: Map<number, Map<number, Element>>,
  piece: Piece,
): void {
  const { tag, marks } = piece;
  if (tag === 'Artifact') {
    document.markContent('Artifact', { type: 'Layout' });
  } else {
    const parent = piece.cell === undefined ? root : rowOf(document, root, tables, piece.cell);
    const { scope, alt } = piece;
    const options = {
      ...(scope === undefined ? {} : { scope }),
      ...(alt === undefined ? {} : { alt }),
    };
    const element = document.struct(tag, options);
    parent.add(element);
    element.add(document.markStructureContent(tag));
  }
  for (const mark of marks) write(document, mark);
  document.endMarkedContent();
}

/** The element of a row, made with its table when its first cell comes. */
function rowOf(
  document: Document,
  root: Element,
  tables: Map<number, Map<number, Element>>,
  { table, row }: NonNullable<Piece['cell']>,
): Element {
  const rows = tables.getOrInsertComputed(table, () => {
    const element = document.struct('Table');
    root.add(element);
    return new Map([[-1, element]]);
  });
  return rows.getOrInsertComputed(row, () => {
    const element = document.struct('TR');
    rows.get(-1)?.add(element);
    return element;
  });
}

/** Text becomes text in an embedded font; all other marks, and turned text, become outlines. */
function write(document: Document, mark: Mark): void {
  if (mark.kind !== 'TEXT' || mark.rotation !== undefined) {
    paint(document, mark);
    return;
  }
  const { text, x, y, fill } = mark;
  document.fontSize(text.sizeMm).fillColor(fill);
  // Glyphs are placed from left to right, so readers take right-to-left text from here.
  const hasActualText = text.pieces.some(({ isRightToLeft }) => isRightToLeft);
  if (hasActualText) {
    document.markContent('Span', { actual: text.text.replace(FORMAT_CHARACTERS, '') });
  }
  for (const segment of segmentsOf(text)) {
    useFont(document, text.face, segment.subset).text(segment.text, x + segment.x, y, {
      lineBreak: false,
      baseline: 'alphabetic',
    });
  }
  if (hasActualText) document.endMarkedContent();
}

/** A font is read when the document first uses it. */
function useFont(document: Document, face: Face, subset: Subset): Document {
  const name = `${face} ${subset}`;
  return document.registerFont(name, fontBytes(face, subset)).font(name);
}
