import type { TenantDb } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import { referenceCheck } from '../factors/index.ts';
import { findProducts } from '../products/index.ts';

/** Products, factors and places in an input that the tenant does not have. */
export async function referenceProblems(
  tenant: TenantDb,
  input: { readonly overrides: unknown },
): Promise<Problem[]> {
  const named = productsIn(input, []);
  const uuids = named.flatMap(({ id }) => decodeId('product', id) ?? []);
  const found = uuids.length === 0 ? [] : await findProducts(tenant, uuids);
  const known = new Set(found.map(({ id }) => id));
  const lost = named.filter(({ id }) => !known.has(decodeId('product', id) ?? ''));
  const check = await referenceCheck(tenant, [input]);
  return [
    ...lost.map(({ path, id }) => {
      const message = `There is no product ${id} in this organization and environment.`;
      return problem(path, 'NOT_FOUND', message);
    }),
    ...check(input),
  ];
}

type Named = { readonly path: Path; readonly id: string };

function productsIn(value: unknown, path: Path): Named[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...path, Array.isArray(value) ? Number(name) : name];
    if (name !== 'productId' || typeof inner !== 'string') return productsIn(inner, place);
    return [{ path: place, id: inner }];
  });
}
