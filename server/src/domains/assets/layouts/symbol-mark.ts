import { INK } from '../drawing/drawing.ts';
import { type SymbolKind, symbolOf } from '../drawing/symbol.ts';
import type { Sheet } from './sheet.ts';

/** Smallest module for consumer scanning (GS1 General Specifications, symbol specification table 1). */
const LEAST_MODULE_MM = 0.396;
const USUAL_MODULE_MM = 0.6;

type SymbolBox = {
  readonly x: number;
  readonly y: number;
  /** Side of the square that symbol and quiet zone may take. */
  readonly sideMm: number;
  /** Width of light margin that the box has outside already; the quiet zone may reach into it. */
  readonly marginMm?: number;
};

/** Paints a symbol into the upper left corner of a box as large as usual modules allow; returns its side. */
export function paintSymbol(
  sheet: Sheet,
  kind: SymbolKind,
  content: string,
  { x, y, sideMm, marginMm = 0 }: SymbolBox,
): number {
  const { modules, quietModules, path } = symbolOf(kind, content);
  const fitting = Math.min(
    sideMm / modules,
    (sideMm + 2 * marginMm) / (modules + 2 * quietModules),
    USUAL_MODULE_MM,
  );
  if (fitting < LEAST_MODULE_MM) {
    sheet.refuse(
      ['size'],
      `The symbol of ${content} has ${modules} × ${modules} modules of ${fitting.toFixed(3)} mm here; at least ${LEAST_MODULE_MM} mm are needed to scan it. Take a larger size or a shorter address.`,
    );
  }
  // In steps of a micrometre, so that printers get whole numbers.
  const moduleMm = Math.floor(fitting * 1000) / 1000;
  sheet.marks.push({
    kind: 'PATH',
    x,
    y,
    scale: moduleMm,
    path,
    fill: INK,
    symbolModules: modules,
  });
  return modules * moduleMm;
}
