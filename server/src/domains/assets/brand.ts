import type { TenantDb } from '../../platform/database/index.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { findLogo, type Logo, logoReader, problemsOfColor } from '../brands/index.ts';
import type { AssetKind } from './model.ts';

/** Brand as a client gives it. */
export type GivenBrand = {
  /** SVG. */
  readonly logo: string | undefined;
  /** `#rrggbb`. */
  readonly color: string | undefined;
};

/** Brand as it is drawn. */
export type Brand = { readonly color: string | null; readonly logo: Logo | null };

/**
 * Brand of a rendering: that of one call holds its logo; that of the organization names it by its hash, because a batch
 * has many assets.
 */
export type ChosenBrand = {
  readonly color: string | null;
  readonly logo: Logo | { readonly sha256: string } | null;
};

/** Kinds that show a logo. Labels and tags have one ink. */
const BRANDED_KINDS: ReadonlySet<AssetKind> = new Set<AssetKind>([
  ...(['INFOGRAPHIC', 'EQUIVALENCY_CARD', 'COMPARISON_CARD', 'SUPPLY_CHAIN_MAP'] as const),
  ...(['FOOTPRINT_REPORT', 'PASSPORT_DOCUMENT'] as const),
]);

/** The brand of a request, or all problems that it has. `own` is that of the organization. */
export async function brandOf(
  kind: AssetKind,
  given: GivenBrand | undefined,
  own: ChosenBrand | null,
): Promise<{ readonly brand: ChosenBrand | undefined; readonly problems: readonly Problem[] }> {
  const isBranded = BRANDED_KINDS.has(kind);
  if (given === undefined) {
    return { brand: isBranded ? (own ?? undefined) : undefined, problems: [] };
  }
  if (!isBranded) {
    const message = `The kind ${kind} shows no brand but the name of the organization: ${[...BRANDED_KINDS].join(', ')} do.`;
    return { brand: undefined, problems: [problem(['brand'], 'NOT_ALLOWED', message)] };
  }
  const problems = problemsOfColor(given.color, ['brand', 'color']);
  const { LogoError, logoFromSvg } = await logoReader();
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

/** The brand with its logo. */
export async function drawnBrand(
  tenant: TenantDb,
  brand: ChosenBrand | undefined,
): Promise<Brand | undefined> {
  if (brand?.logo == null || !('sha256' in brand.logo)) {
    return brand === undefined ? undefined : { ...brand, logo: brand.logo };
  }
  const logo = await findLogo(tenant, brand.logo.sha256);
  if (logo === undefined) throw new Error(`The logo ${brand.logo.sha256} is not stored.`);
  return { ...brand, logo };
}
