import type { Drawing, Mark, TextMark } from './drawing.ts';

/** Part of a drawing. */
export type Window = {
  readonly x: number;
  readonly y: number;
  readonly widthMm: number;
  readonly heightMm: number;
};

/** The drawing, or a part of it, as SVG: no scripts, no styles, no references but to glyphs of its own, no files. */
export function svgOf(drawing: Drawing, window: Window = { ...drawing, x: 0, y: 0 }): string {
  const { title, description, language, metadata } = drawing;
  const { x, y, widthMm, heightMm } = window;
  const glyphs = new Map<string, { readonly id: string; readonly outline: string }>();
  const body = drawing.marks.map((mark) => svgOfMark(mark, glyphs)).join('\n');
  const defs = [...glyphs.values()]
    .map(({ id, outline }) => `<path id="${id}" d="${outline}"/>`)
    .join('\n');
  const [width, height] = [short(widthMm), short(heightMm)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="${short(x)} ${short(y)} ${width} ${height}" role="img" aria-labelledby="title description" xml:lang="${language}">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<metadata id="trackway">${escaped(JSON.stringify(metadata))}</metadata>
<defs>
${defs}
</defs>
${body}
</svg>
`;
}

type Glyphs = Map<string, { readonly id: string; readonly outline: string }>;

function svgOfMark(mark: Mark, glyphs: Glyphs): string {
  switch (mark.kind) {
    case 'RECTANGLE': {
      const radius = mark.radius === undefined ? '' : ` rx="${short(mark.radius)}"`;
      return `<rect x="${short(mark.x)}" y="${short(mark.y)}" width="${short(mark.width)}" height="${short(mark.height)}"${radius}${paint(mark)}/>`;
    }
    case 'LINE': {
      const cap = mark.isRounded === true ? ' stroke-linecap="round"' : '';
      const dash = mark.dashMm === undefined ? '' : ` stroke-dasharray="${short(mark.dashMm)}"`;
      return `<path d="M${short(mark.x1)} ${short(mark.y1)}L${short(mark.x2)} ${short(mark.y2)}" stroke="${mark.stroke}" stroke-width="${short(mark.strokeMm)}"${cap}${dash}/>`;
    }
    case 'PATH': {
      const crisp = mark.symbolModules !== undefined ? ' shape-rendering="crispEdges"' : '';
      const rule = mark.isEvenOdd === true ? ' fill-rule="evenodd"' : '';
      return `<path transform="translate(${short(mark.x)} ${short(mark.y)}) scale(${short(mark.scale)})" d="${mark.path}"${paint(mark)}${rule}${crisp}/>`;
    }
    case 'IMAGE':
      return `<image x="${short(mark.x)}" y="${short(mark.y)}" width="${short(mark.width)}" height="${short(mark.height)}" href="data:image/png;base64,${mark.png}"/>`;
    case 'TEXT':
      return svgOfText(mark, glyphs);
  }
}

/** Each glyph is defined once and placed by reference. */
function svgOfText({ x, y, text, fill, rotation, opacity }: TextMark, glyphs: Glyphs): string {
  const scale = short(text.sizeMm / text.unitsPerEm);
  const uses = text.glyphs.map((glyph) => {
    const known = glyphs.get(glyph.key) ?? { id: `g${glyphs.size}`, outline: glyph.outline };
    glyphs.set(glyph.key, known);
    const left = glyph.x === 0 ? '' : ` x="${short(glyph.x)}"`;
    const top = glyph.y === 0 ? '' : ` y="${short(glyph.y)}"`;
    return `<use href="#${known.id}"${left}${top}/>`;
  });
  const turn = rotation === undefined ? '' : ` rotate(${short(rotation)})`;
  const faint = opacity === undefined ? '' : ` fill-opacity="${short(opacity)}"`;
  return `<g aria-label="${escaped(text.text)}" transform="translate(${short(x)} ${short(y)})${turn} scale(${scale} -${scale})" fill="${fill}"${faint}>${uses.join('')}</g>`;
}

function paint(mark: {
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeMm?: number;
}): string {
  const stroke =
    mark.stroke === undefined
      ? ''
      : ` stroke="${mark.stroke}" stroke-width="${short(mark.strokeMm ?? 0.1)}"`;
  return ` fill="${mark.fill ?? 'none'}"${stroke}`;
}

/** A number with at most five decimals and no exponent: the same text on every machine. */
export function short(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const fixed = value.toFixed(5);
  const trimmed = fixed.includes('.') ? fixed.replace(/\.0+$|(?<!0)0+$/, '') : fixed;
  return trimmed === '-0' ? '0' : trimmed;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as content or attribute value of XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
