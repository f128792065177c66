import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';

/** Contrast that WCAG 2.2 asks of text (1.4.3). */
const LEAST_CONTRAST = 4.5;

/** Problems of the colour of a brand, which is drawn on white. */
export function problemsOfColor(color: string | null | undefined, path: Path): Problem[] {
  if (color == null) return [];
  if (!/^#[0-9a-f]{6}$/i.test(color)) {
    const message = `A colour is written as #rrggbb (got ${JSON.stringify(color.slice(0, 40))}).`;
    return [problem(path, 'INVALID_FORMAT', message)];
  }
  const contrast = contrastToWhite(color);
  if (contrast >= LEAST_CONTRAST) return [];
  const message = `The contrast of ${color} to white is ${contrast.toFixed(1)}; at least ${LEAST_CONTRAST} are needed: take a darker colour.`;
  return [problem(path, 'OUT_OF_RANGE', message)];
}

/** Contrast ratio of WCAG 2.2 between a colour and white. */
export function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
