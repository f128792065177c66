import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';
import { findOutdated } from './store.ts';

registerAttention('OUTDATED_DPP_FOOTPRINTS', {
  permission: 'DPPS_READ',
  page: 'passports?footprint=OUTDATED',
  find: async ({ db, scope }, limit) =>
    (await findOutdated(db, scope, limit)).map(({ id, name }) => ({
      id: encodeId('dpp', id),
      name,
    })),
});
