import type { Logo } from './logo.ts';

/** Brand of a tenant, as the API and public pages show it. */
export type Brand = {
  /** Name to print in place of that of the organization; null for that of the organization. */
  readonly name: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
  readonly logo: StoredLogo | null;
  /** 0 before the first change. */
  readonly version: number;
  readonly updatedAt: Date | null;
};

export type LogoFormat = 'SVG' | 'PNG';

/** A logo without its content. */
export type StoredLogo = {
  /** Of the file that `logoFileOf` gives. */
  readonly sha256: string;
  readonly format: LogoFormat;
  readonly width: number;
  readonly height: number;
};

export const NO_BRAND: Brand = { name: null, color: null, logo: null, version: 0, updatedAt: null };

/** Media types and endings of files of logos. */
export const LOGO_TYPES = {
  SVG: { mediaType: 'image/svg+xml', ending: 'svg' },
  PNG: { mediaType: 'image/png', ending: 'png' },
} as const satisfies Readonly<Record<LogoFormat, object>>;

/** The file of a logo: the checked outlines again as SVG, or the PNG. */
export function logoFileOf(logo: Logo): { readonly format: LogoFormat; readonly bytes: Buffer } {
  if ('png' in logo) return { format: 'PNG', bytes: Buffer.from(logo.png, 'base64') };
  const { width, height, shapes } = logo;
  const paths = shapes.map(({ path, fill = 'none', isEvenOdd, stroke, strokeWidth }) => {
    const rule = isEvenOdd === true ? ' fill-rule="evenodd"' : '';
    const line =
      stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="${strokeWidth ?? 1}"`;
    return `<path d="${path}" fill="${fill}"${rule}${line}/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>\n`;
  return { format: 'SVG', bytes: Buffer.from(svg) };
}
