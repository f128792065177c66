import { createHash } from 'node:crypto';
import { lockUntilCommit } from '../../platform/database/index.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { requireCurrent } from '../../rules/mutations/preconditions.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { brandUpdate } from './audit.ts';
import type { Logo } from './logo.ts';
import { type Brand, logoFileOf, type StoredLogo } from './model.ts';
import type { BrandChange } from './read-brand.ts';
import { findBrand, keepLogo, markReplaced, writeBrand } from './store.ts';
import { readBrandTask } from './tasks.ts';

/** Changes what is given of the brand of a tenant. */
export async function updateBrand(
  work: Work,
  change: BrandChange,
  expectedVersion: number | null | undefined,
): Promise<Brand> {
  const { scope, compute } = work;
  const { problems, logo: drawing } = await compute(readBrandTask, change);
  if (problems.length > 0) throw badInput(problems);
  // The first change has no row to lock.
  await lockUntilCommit(work.db, `brand of ${scope.organizationId} ${scope.environment}`);
  const current = await findBrand(work);
  requireCurrent('The brand', current, expectedVersion);
  const given = drawing === undefined ? null : storedLogoOf(drawing);
  if (given !== null && drawing !== undefined) await keepLogo(work, given, drawing);
  const next = {
    name: change.name === undefined ? current.name : (change.name?.trim() ?? null),
    color: change.color === undefined ? current.color : (change.color?.toLowerCase() ?? null),
    logo: change.logo === undefined ? current.logo : given,
  };
  await writeBrand(work, next);
  const replaced = current.logo?.sha256;
  if (replaced !== undefined && replaced !== next.logo?.sha256) {
    await markReplaced(work, replaced);
  }
  const details = { name: next.name, color: next.color, logoSha256: next.logo?.sha256 ?? null };
  await recordAudit(work, brandUpdate.of(scope.organizationId, details));
  return findBrand(work);
}

function storedLogoOf(drawing: Logo): StoredLogo {
  const { format, bytes } = logoFileOf(drawing);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, format, width: drawing.width, height: drawing.height };
}
