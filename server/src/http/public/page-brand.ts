import { findBrand, logoPath } from '../../domains/brands/index.ts';
import type { DppView, PageBrand } from '../../domains/passports/index.ts';
import type { Db } from '../../platform/database/index.ts';

/** The brand of the organization that has a passport, with its logo on the host of the page. */
export async function pageBrandOf(db: Db, { scope }: DppView): Promise<PageBrand> {
  const { name, color, logo } = await findBrand({ db, scope });
  return { name, color, logoUrl: logo === null ? null : logoPath(scope, logo) };
}
