import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';
import { findOutdated } from './store.ts';

registerAttention('OUTDATED_DPP_FOOTPRINTS', {
  permission: 'DPPS_READ',
  page: 'passports?footprint=OUTDATED',
  find: async (tenant, limit) =>
    (await findOutdated(tenant, limit)).map(({ id, name }) => ({
      id: encodeId('dpp', id),
      name,
    })),
});
