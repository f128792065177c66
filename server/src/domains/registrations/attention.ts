import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';
import { findRejected } from './store.ts';

registerAttention('REJECTED_DPP_REGISTRATIONS', {
  permission: 'DPPS_READ',
  page: 'passports',
  find: async (tenant, limit) =>
    (await findRejected(tenant, limit)).map(({ id, name }) => ({
      id: encodeId('dpp', id),
      name,
    })),
});
