import type { Problem } from '../../rules/api-error.ts';
import { problem } from '../../rules/problems.ts';
import { type Logo, LogoError, logoFromSvg } from './drawing/logo.ts';
import type { AssetKind } from './model.ts';

/** Brand as a client gives it. */
export type GivenBrand = {
  /** SVG. */
  readonly logo: string | undefined;
  /** `#rrggbb`. */
  readonly color: string | undefined;
};

/** Brand as it is drawn: plain data, so that equal pictures have equal bytes. */
export type Brand = { readonly color: string | null; readonly logo: Logo | null };

/** Kinds that show a brand. Labels and tags have one ink. */
const BRANDED_KINDS: ReadonlySet<AssetKind> = new Set(['INFOGRAPHIC']);

/** Contrast that WCAG 2.2 asks of text (1.4.3). */
const LEAST_CONTRAST = 4.5;

/** The brand of a request, or all problems that it has. */
export function brandOf(
  kind: AssetKind,
  given: GivenBrand | undefined,
): { readonly brand: Brand | undefined; readonly problems: readonly Problem[] } {
  if (given === undefined) return { brand: undefined, problems: [] };
  if (!BRANDED_KINDS.has(kind)) {
    const message = `A ${kind} shows no brand but the name of the organization: an INFOGRAPHIC does.`;
    return { brand: undefined, problems: [problem(['brand'], 'NOT_ALLOWED', message)] };
  }
  const problems = [...problemsOfColor(given.color)];
  let logo: Logo | null = null;
  try {
    logo = given.logo === undefined ? null : logoFromSvg(given.logo);
  } catch (error) {
    if (!(error instanceof LogoError)) throw error;
    problems.push(problem(['brand', 'logo'], 'INVALID_FORMAT', error.message));
  }
  const color = given.color?.toLowerCase() ?? null;
  return { brand: { color, logo }, problems };
}

function problemsOfColor(color: string | undefined): Problem[] {
  if (color === undefined) return [];
  const path = ['brand', 'color'];
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
