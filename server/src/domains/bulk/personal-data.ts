import type { Tx } from '../../platform/database/index.ts';
import { expireFiles, restartJobs } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
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
  eraseCopies: async (tx: Tx, scope: Scope) => {
    await expireFiles(tx, scope, [...EXPORTS, ...IMPORTS]);
    await restartJobs(tx, scope, EXPORTS);
  },
});
