import bwip from 'bwip-js/node';
import { correction, generate } from 'lean-qr';
import { LRUCache } from 'lru-cache';
import { badInput } from '../../../rules/errors/api-error.ts';

/** Modules of a two-dimensional symbol, without its quiet zone. */
type Symbol2d = {
  readonly kind: SymbolKind;
  readonly modules: number;
  /** SVG path in modules: a rectangle for each run of dark modules in a row. */
  readonly path: string;
  /** Light modules around the symbol. */
  readonly quietModules: number;
  readonly content: string;
};

export type SymbolKind = 'QR' | 'DATA_MATRIX';

/** Quiet zone of ISO/IEC 18004 and of ISO/IEC 16022. */
const QUIET_MODULES = { QR: 4, DATA_MATRIX: 1 } as const;
const LONGEST_CONTENT = 300;

const symbols = new LRUCache<string, Symbol2d>({ max: 200 });

/** A symbol of a URL or an element string; one picture asks for it several times. */
export function symbolOf(kind: SymbolKind, content: string): Symbol2d {
  const key = `${kind} ${content}`;
  const known = symbols.get(key) ?? madeSymbol(kind, content);
  symbols.set(key, known);
  return known;
}

/** A QR Code of level M, or a square Data Matrix (ECC 200). */
function madeSymbol(kind: SymbolKind, content: string): Symbol2d {
  if (content.length > LONGEST_CONTENT || !/^[\x21-\x7e]+$/.test(content)) {
    const message = `A symbol holds up to ${LONGEST_CONTENT} printable ASCII characters (got ${content.length}): use a shorter address, percent-encoded.`;
    throw badInput([{ path: ['input', 'url'], code: 'OUT_OF_RANGE', message }]);
  }
  const { modules, isDark } = kind === 'QR' ? qrOf(content) : dataMatrixOf(content);
  const quietModules = QUIET_MODULES[kind];
  return { kind, modules, path: pathOf(modules, isDark), quietModules, content };
}

type Matrix = {
  readonly modules: number;
  readonly isDark: (row: number, column: number) => boolean;
};

/** lean-qr takes a seventh of the time of bwip-js, for symbols of equal size. */
function qrOf(content: string): Matrix {
  const level = correction.M;
  const code = generate(content, { minCorrectionLevel: level, maxCorrectionLevel: level });
  return { modules: code.size, isDark: (row, column) => code.get(column, row) };
}

function dataMatrixOf(content: string): Matrix {
  const [symbol] = bwip.raw('datamatrix', content, '');
  if (symbol === undefined || !('pixs' in symbol) || symbol.pixx !== symbol.pixy) {
    throw new Error(`bwip-js made no square symbol of ${content}.`);
  }
  const { pixs, pixx: modules } = symbol;
  return { modules, isDark: (row, column) => pixs[row * modules + column] === 1 };
}

function pathOf(modules: number, isDark: Matrix['isDark']): string {
  let path = '';
  for (let row = 0; row < modules; row += 1) {
    for (let column = 0; column < modules; ) {
      const from = column;
      while (column < modules && isDark(row, column)) column += 1;
      if (column > from) path += `M${from} ${row}h${column - from}v1h-${column - from}z`;
      else column += 1;
    }
  }
  return path;
}
