import type { Problem } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { problemsOfName } from './check-name.ts';
import { loadRefusedClaims } from './claims.ts';
import { problemsOfColor } from './color.ts';
import { type Logo, LogoError, logoFromPng, logoFromSvg } from './logo.ts';

/** A change of a brand as a client gives it: null removes, an absent property stays. */
export type BrandChange = {
  readonly name: string | null | undefined;
  readonly color: string | null | undefined;
  /** `png` is in base64. */
  readonly logo:
    | { readonly svg: string | undefined; readonly png: string | undefined }
    | null
    | undefined;
};

export type CheckedBrand = {
  readonly problems: readonly Problem[];
  /** Undefined if the change gives no logo. */
  readonly logo: Logo | undefined;
};

/** Reads the logo of a change and reports all problems of the change at once. */
export async function readBrand({ name, color, logo }: BrandChange): Promise<CheckedBrand> {
  const problems = [
    ...problemsOfName(name, ['name'], await loadRefusedClaims()),
    ...problemsOfColor(color, ['color']),
  ];
  if (logo == null) return { problems, logo: undefined };
  try {
    return { problems, logo: logoOf(logo) };
  } catch (error) {
    if (!(error instanceof LogoError)) throw error;
    const found = problem(['logo'], 'INVALID_FORMAT', error.message);
    return { problems: [...problems, found], logo: undefined };
  }
}

function logoOf({ svg, png }: NonNullable<BrandChange['logo']>): Logo {
  if (svg !== undefined && png === undefined) return logoFromSvg(svg);
  if (png !== undefined && svg === undefined) return logoFromPng(png);
  throw new LogoError('A logo is one of `svg` and `png`.');
}
