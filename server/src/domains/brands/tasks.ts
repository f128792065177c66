import { Task } from '../../rules/jobs/compute.ts';
import type { BrandChange, CheckedBrand } from './read-brand.ts';

const reader = () => import('./read-brand.ts');

/** Reads a logo in a thread, so that a hostile file holds no event loop. */
export const readBrandTask = new Task(
  'read a brand',
  async (_tools, _tenant, change: BrandChange): Promise<CheckedBrand> =>
    (await reader()).readBrand(change),
  reader,
);
