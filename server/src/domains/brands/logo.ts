import { Resvg } from '@resvg/resvg-js';
import sax from 'sax';

/** A logo as plain data: nothing of its file but outlines and colours, or pixels, is kept. */
export type Logo = ShapedLogo | PixelLogo;

type ShapedLogo = {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly LogoShape[];
};

type PixelLogo = {
  readonly width: number;
  readonly height: number;
  /** In base64, without metadata. */
  readonly png: string;
};

type LogoShape = {
  /** Absolute commands M, L, C, Q and Z in the units of the logo. */
  readonly path: string;
  readonly fill?: string;
  readonly isEvenOdd?: boolean;
  readonly stroke?: string;
  readonly strokeWidth?: number;
};

const MOST_LOGO_BYTES = 50_000;
const MOST_PATH_CHARACTERS = 60_000;
const MOST_ELEMENTS = 2_000;
const DEEPEST = 32;

/** Reason why a file is no logo. */
export class LogoError extends Error {}

/** Elements that draw shapes, or only describe and group them. */
const ALLOWED = new Set(
  `svg g defs path rect circle ellipse line polyline polygon use symbol title desc metadata style
   lineargradient radialgradient stop clippath`.split(/\s+/),
);

/**
 * Reads an SVG as shapes. Everything that could load, run or multiply is refused before the file reaches resvg, which
 * resolves styles and transforms, and would read local files that an image names.
 */
export function logoFromSvg(svg: string): ShapedLogo {
  if (Buffer.byteLength(svg) > MOST_LOGO_BYTES) {
    throw new LogoError(`A logo has at most ${MOST_LOGO_BYTES} bytes: simplify its paths.`);
  }
  assertHarmless(svg);
  const { width, height, text } = resolved(svg);
  assertProportions(width, height);
  const shapes = shapesOf(text);
  if (shapes.length === 0) {
    throw new LogoError('The logo has no shapes: letters must be converted to paths.');
  }
  const characters = shapes.reduce((sum, { path }) => sum + path.length, 0);
  if (characters > MOST_PATH_CHARACTERS) {
    throw new LogoError(`The paths of the logo have ${characters} characters: simplify them.`);
  }
  return { width, height, shapes };
}

function assertProportions(width: number, height: number): void {
  if (width >= 1 && height >= 1 && width / height <= 12 && height / width <= 12) return;
  throw new LogoError(
    `A logo is at least 1 × 1 and at most 12 times as wide as high, or as high as wide (got ${width} × ${height}).`,
  );
}

const MOST_PNG_BYTES = 150_000;
const MOST_PIXELS_ON_A_SIDE = 1_000;
/** Signature of a PNG, then the length and the name of its first chunk. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Reads a PNG in base64 and encodes its pixels again, so that nothing else of the file is kept. */
export function logoFromPng(base64: string): PixelLogo {
  const limits = `up to ${MOST_PNG_BYTES} bytes`;
  if (base64.length > MOST_PNG_BYTES * 1.4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw new LogoError(`A PNG is given in base64, ${limits}.`);
  }
  const file = Buffer.from(base64, 'base64');
  if (file.length < 33 || !file.subarray(0, PNG_START.length).equals(PNG_START)) {
    throw new LogoError('The file is no PNG.');
  }
  if (file.length > MOST_PNG_BYTES) {
    throw new LogoError(`A PNG has ${limits} (got ${file.length}).`);
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (Math.max(width, height) > MOST_PIXELS_ON_A_SIDE) {
    const most = `${MOST_PIXELS_ON_A_SIDE} × ${MOST_PIXELS_ON_A_SIDE}`;
    throw new LogoError(`A PNG has at most ${most} pixels (got ${width} × ${height}).`);
  }
  assertProportions(width, height);
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${base64}"/>`;
  const { pixels, png } = painted(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`,
  );
  // A file that cannot be read is left out of the picture.
  if (pixels.every((value) => value === 0)) {
    throw new LogoError('The PNG is damaged, or has no visible pixel.');
  }
  if (png.length > 2 * MOST_PNG_BYTES) {
    throw new LogoError(
      `The PNG has ${png.length} bytes without its compression: make it smaller.`,
    );
  }
  return { width, height, png: png.toString('base64') };
}

function painted(svg: string): { readonly pixels: Buffer; readonly png: Buffer } {
  const picture = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { pixels: picture.pixels, png: picture.asPng() };
}

function assertHarmless(svg: string): void {
  let [elements, depth, references] = [0, 0, 0];
  const refuse = (what: string): never => {
    throw new LogoError(`A logo has no ${what}: export it as plain paths.`);
  };
  read(svg, {
    doctype: () => refuse('document type or entities'),
    instruction: (name) => (name === 'xml' ? undefined : refuse('processing instructions')),
    text: (text, element) => {
      if (element === 'style' && /url\s*\(|@import|\\/i.test(text)) refuse('style that loads');
    },
    open: (name, attributes) => {
      elements += 1;
      depth += 1;
      if (name === 'svg' && depth > 1) refuse('picture inside of it');
      if (!ALLOWED.has(name)) refuse(`<${name}>`);
      if (elements > MOST_ELEMENTS || depth > DEEPEST)
        refuse(`more than ${MOST_ELEMENTS} elements`);
      if (name === 'use') references += 1;
      // Each level of references may multiply the shapes.
      if (references > 50) refuse('more than 50 references');
      for (const [attribute, value] of attributes) {
        if (/^on/.test(attribute)) refuse(`attribute ${attribute}`);
        if (/^(xlink:)?href$/.test(attribute) && !/^#[\w.-]+$/.test(value)) {
          refuse('address of another file');
        }
        if (/url\s*\(\s*(?!["']?#)/i.test(value)) refuse('address of another file');
      }
    },
    close: () => {
      depth -= 1;
    },
  });
}

type Reader = {
  readonly doctype?: () => void;
  readonly instruction?: (name: string) => void;
  readonly text?: (text: string, element: string) => void;
  readonly open: (name: string, attributes: readonly (readonly [string, string])[]) => void;
  readonly close: () => void;
};

function read(svg: string, reader: Reader): void {
  const parser = sax.parser(true, { position: false });
  const open: string[] = [];
  parser.onerror = (error) => {
    throw new LogoError(`The logo is no well-formed SVG: ${error.message.split('\n')[0]}.`);
  };
  parser.ondoctype = () => reader.doctype?.();
  parser.onprocessinginstruction = ({ name }) => reader.instruction?.(name.toLowerCase());
  parser.ontext = (text) => reader.text?.(text, open.at(-1) ?? '');
  parser.oncdata = (text) => reader.text?.(text, open.at(-1) ?? '');
  parser.onopentag = ({ name, attributes }) => {
    const lower = name.toLowerCase();
    open.push(lower);
    reader.open(
      lower,
      Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), String(value)]),
    );
  };
  parser.onclosetag = () => {
    open.pop();
    reader.close();
  };
  parser.write(svg).close();
}

/** The SVG with styles, units and references resolved into paths. */
function resolved(svg: string) {
  try {
    const picture = new Resvg(svg, { font: { loadSystemFonts: false } });
    return { width: picture.width, height: picture.height, text: picture.toString() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogoError(`The logo could not be read: ${reason.slice(0, 120)}.`);
  }
}

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function shapesOf(text: string): LogoShape[] {
  const shapes: LogoShape[] = [];
  const matrices: Matrix[] = [IDENTITY];
  read(text, {
    open: (name, pairs) => {
      const attributes = new Map(pairs);
      const above = matrices.at(-1) ?? IDENTITY;
      const matrix = product(above, matrixIn(attributes.get('transform')));
      matrices.push(matrix);
      if (!['svg', 'g', 'defs', 'path'].includes(name)) {
        throw new LogoError('A logo has plain colours: no gradients, patterns, masks or clips.');
      }
      if (
        ['opacity', 'fill-opacity', 'stroke-opacity', 'filter'].some((key) => attributes.has(key))
      )
        throw new LogoError('The colours of a logo are opaque.');
      if (name === 'path') shapes.push(shapeOf(attributes, matrix));
    },
    close: () => {
      matrices.pop();
    },
  });
  return shapes;
}

function shapeOf(attributes: ReadonlyMap<string, string>, matrix: Matrix): LogoShape {
  const colour = (name: string) => {
    const value = attributes.get(name);
    if (value === undefined || value === 'none') return undefined;
    if (!/^#[0-9a-f]{6}$/.test(value)) {
      throw new LogoError('A logo has plain colours: no gradients, patterns, masks or clips.');
    }
    return value;
  };
  const [fill, stroke] = [colour('fill'), colour('stroke')];
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const strokeWidth = Number(attributes.get('stroke-width') ?? 1) * scale;
  return {
    path: movedPath(attributes.get('d') ?? '', matrix),
    ...(fill === undefined ? {} : { fill }),
    ...(attributes.get('fill-rule') === 'evenodd' ? { isEvenOdd: true } : {}),
    ...(stroke === undefined ? {} : { stroke, strokeWidth }),
  };
}

function matrixIn(transform: string | undefined): Matrix {
  if (transform === undefined) return IDENTITY;
  const [a, b, c, d, e, f] = (/^matrix\(([^)]*)\)$/.exec(transform)?.[1] ?? '')
    .split(/[\s,]+/)
    .map(Number);
  if (a === undefined || b === undefined || c === undefined) return IDENTITY;
  if (d === undefined || e === undefined || f === undefined) return IDENTITY;
  return [a, b, c, d, e, f];
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

/** A path of absolute commands after a transformation, with three decimals. */
function movedPath(path: string, [a, b, c, d, e, f]: Matrix): string {
  return [...path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)]
    .map(([, command = '', rest = '']) => {
      const numbers = rest
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number);
      const points: string[] = [];
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        const [x = 0, y = 0] = [numbers[at], numbers[at + 1]];
        points.push(`${rounded(a * x + c * y + e)} ${rounded(b * x + d * y + f)}`);
      }
      return `${command}${points.join(' ')}`;
    })
    .join('');
}

function rounded(value: number): number {
  if (!Number.isFinite(value)) throw new LogoError('The logo has coordinates that are no numbers.');
  return Math.round(value * 1000) / 1000;
}
