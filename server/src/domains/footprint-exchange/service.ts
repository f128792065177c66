import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TenantDb } from '../../platform/database/index.ts';
import { unpackJsonInTurns } from '../../platform/json/index.ts';
import {
  asCalculated,
  type FootprintFilter,
  type FootprintOwner,
  type FootprintResult,
  type FootprintRow,
} from './model.ts';
import { companyIdsOf, type ProductFootprint, productFootprintOf } from './product-footprint.ts';
import { findFootprints, listFootprints } from './store.ts';

/** Packed results that one page reads: it ends early when they are more. */
const MOST_PACKED_BYTES = 4 * 1024 ** 2;

type FootprintPage = {
  readonly footprints: readonly ProductFootprint[];
  /** Id after which the next page begins; undefined at the end of the list. */
  readonly next: string | undefined;
};

/**
 * A page of footprints as PACT documents. It may have fewer than the limit although more follow: a calculation
 * whose required values cannot be stated is left out.
 */
export async function pageOfFootprints(
  tenant: TenantDb,
  owner: FootprintOwner,
  filter: FootprintFilter,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<FootprintPage> {
  if (page.limit === 0 || !isOfCompany(owner, filter)) return { footprints: [], next: undefined };
  const rows = await listFootprints(tenant, filter, { ...page, limit: page.limit + 1 });
  const shown = withinBytes(rows.slice(0, page.limit));
  const footprints = await documentsOf(shown, owner);
  return { footprints, next: shown.length < rows.length ? shown.at(-1)?.id : undefined };
}

/** A footprint by its id; undefined if no calculation of this id can be stated as one. */
export async function footprintById(
  tenant: TenantDb,
  owner: FootprintOwner,
  id: string,
): Promise<ProductFootprint | undefined> {
  const [document] = await documentsOf(await findFootprints(tenant, [id]), owner);
  return document;
}

async function documentsOf(
  rows: readonly FootprintRow[],
  owner: FootprintOwner,
): Promise<ProductFootprint[]> {
  const documents: ProductFootprint[] = [];
  for (const row of rows) {
    const result = await unpackJsonInTurns<FootprintResult>(row.packed);
    const document = productFootprintOf(asCalculated(row, result), result, owner);
    if (document !== undefined) documents.push(document);
    await nextTurn();
  }
  return documents;
}

function isOfCompany(owner: FootprintOwner, { companyIds }: FootprintFilter): boolean {
  if (companyIds === undefined) return true;
  const own = new Set(companyIdsOf(owner));
  return companyIds.some((id) => own.has(id.toLowerCase()));
}

/** The first rows, at least one, whose results are not more than a page may read. */
function withinBytes(rows: readonly FootprintRow[]): readonly FootprintRow[] {
  let bytes = 0;
  const count = rows.findIndex(({ packed }) => {
    bytes += packed.length;
    return bytes > MOST_PACKED_BYTES;
  });
  return count < 0 ? rows : rows.slice(0, Math.max(1, count));
}
