import type { TenantTx } from '../../platform/database/index.ts';
import { expireFiles, restartJobs } from '../../platform/jobs/index.ts';
import { registerPersonalData } from '../customers/index.ts';
import { jobKindOf } from './model.ts';

/** Types whose rows contain personal data. */
const PERSONAL_TYPES = ['CUSTOMERS', 'ORDERS'];
const EXPORTS = PERSONAL_TYPES.map((type) => jobKindOf('EXPORT', type));
const IMPORTS = PERSONAL_TYPES.map((type) => jobKindOf('IMPORT', type));

/**
 * Files contain many people, so all of them go: files of finished jobs cannot be fetched from now on and are
 * deleted within seconds. Exports under way begin again, without the person.
 */
registerPersonalData('bulkFiles', {
  permission: 'CUSTOMERS_READ',
  eraseCopies: async (work: TenantTx) => {
    await expireFiles(work, [...EXPORTS, ...IMPORTS]);
    await restartJobs(work, EXPORTS);
  },
});
