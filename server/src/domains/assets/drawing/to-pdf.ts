import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import type { Drawing, Mark, PathMark, TextMark } from './drawing.ts';
import { escaped, short } from './to-svg.ts';

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** Adds to the XMP metadata. */
      appendXML(xml: string): void;
    }
  }
}

export const POINTS_PER_MM = 72 / 25.4;

/** XMP that PDF/A asks for before it accepts the identifier of PDF/UA. */
const UA_IDENTIFIER = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289 that is followed</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
`;

/** XMP with the origin of a file: `dc:source` is free text, so no schema of our own is needed. */
export function originXml(metadata: Drawing['metadata']): string {
  return `${UA_IDENTIFIER}<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>${escaped(JSON.stringify(metadata))}</dc:source></rdf:Description>`;
}

/** Day of the result, so that the same input gives the same bytes. */
export function dateOf(metadata: Drawing['metadata']): Date {
  const day = metadata['calculatedOn'] ?? metadata['publishedOn'] ?? '2026-01-01';
  return new Date(`${day}T00:00:00Z`);
}

/** The drawing as a PDF page of its exact size: one tagged figure with its description. */
export async function pdfOf(drawing: Drawing): Promise<Buffer> {
  const { widthMm, heightMm, title, description, language, metadata } = drawing;
  const document = new PDFDocument({
    size: [widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    displayTitle: true,
    lang: language,
    // Text is outlines: without it pdfkit would read a font of its own.
    font: '',
    // pdfkit writes the title into XML as it is.
    info: { Title: title.replace(/[<>&]/g, ' '), CreationDate: dateOf(metadata) },
  });
  const done = collected(document);
  document.appendXML(originXml(metadata));
  const figure = document.struct('Figure', { alt: `${title}. ${description}` }, () => {
    document.scale(POINTS_PER_MM);
    for (const mark of drawing.marks) paint(document, mark);
  });
  document.addStructure(figure);
  document.end();
  return done;
}

/** All bytes of a document that is written from now on. */
export function collected(document: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  return promise;
}

/** Paints a mark in millimetres. */
export function paint(document: PDFKit.PDFDocument, mark: Mark): void {
  document.save();
  switch (mark.kind) {
    case 'RECTANGLE':
      if (mark.radius === undefined) document.rect(mark.x, mark.y, mark.width, mark.height);
      else document.roundedRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
      inked(document, mark);
      break;
    case 'LINE':
      document.lineCap(mark.isRounded === true ? 'round' : 'butt').lineWidth(mark.strokeMm);
      if (mark.dashMm !== undefined) document.dash(mark.dashMm, { space: mark.dashMm });
      document.moveTo(mark.x1, mark.y1).lineTo(mark.x2, mark.y2).stroke(mark.stroke);
      break;
    case 'PATH':
      document.translate(mark.x, mark.y).scale(mark.scale).path(mark.path);
      inked(document, mark);
      break;
    case 'IMAGE':
      document.image(Buffer.from(mark.png, 'base64'), mark.x, mark.y, {
        width: mark.width,
        height: mark.height,
      });
      break;
    case 'TEXT':
      paintText(document, mark);
      break;
  }
  document.restore();
}

function inked(
  document: PDFKit.PDFDocument,
  {
    fill,
    stroke,
    strokeMm = 0.1,
    isEvenOdd = false,
  }: Pick<PathMark, 'fill' | 'stroke' | 'strokeMm' | 'isEvenOdd'>,
): void {
  const rule = isEvenOdd ? 'even-odd' : 'non-zero';
  document.lineWidth(strokeMm);
  if (fill !== undefined && stroke !== undefined) document.fillAndStroke(fill, stroke, rule);
  else if (fill !== undefined) document.fill(fill, rule);
  else if (stroke !== undefined) document.stroke(stroke);
}

function paintText(document: PDFKit.PDFDocument, mark: TextMark): void {
  const { text } = mark;
  const scale = text.sizeMm / text.unitsPerEm;
  document.translate(mark.x, mark.y);
  if (mark.rotation !== undefined) document.rotate(mark.rotation);
  document.scale(scale, -scale).fillOpacity(mark.opacity ?? 1);
  document.fillColor(mark.fill);
  let [left, top] = [0, 0];
  for (const { x, y, outline } of text.glyphs) {
    document.addContent(
      `1 0 0 1 ${short(x - left)} ${short(y - top)} cm\n${operatorsOf(outline)}f`,
    );
    [left, top] = [x, y];
  }
}

const operators = new LRUCache<string, string>({ max: 3_000 });

/** The outline of a glyph as operators of PDF, which has no quadratic curves. */
function operatorsOf(outline: string): string {
  const known = operators.get(outline) ?? converted(outline);
  operators.set(outline, known);
  return known;
}

function converted(outline: string): string {
  let [x, y] = [0, 0];
  let written = '';
  for (const [, command = '', rest = ''] of outline.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (command === 'Z') written += 'h\n';
    if (command === 'M' || command === 'L') {
      [x, y] = [a, b];
      written += `${short(a)} ${short(b)} ${command === 'M' ? 'm' : 'l'}\n`;
    }
    if (command === 'Q') {
      const third = (from: number, control: number) => from + (2 / 3) * (control - from);
      const controls = [third(x, a), third(y, b), third(c, a), third(d, b)];
      [x, y] = [c, d];
      written += `${[...controls, c, d].map(short).join(' ')} c\n`;
    }
    if (command === 'C') {
      [x, y] = [e, f];
      written += `${[a, b, c, d, e, f].map(short).join(' ')} c\n`;
    }
  }
  return written;
}
