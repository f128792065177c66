import { encodeId } from '../../platform/ids.ts';
import { registerAttention } from '../../rules/attention.ts';
import { maxStoredBytesOf, storedBytesOf } from './record-bytes.ts';
import { readRecordBytes } from './record-store.ts';

const ALMOST_FULL = 0.9;

registerAttention('RECORDS_NEAR_CEILING', {
  permission: undefined,
  page: 'settings/usage',
  find: async (context) => {
    const {
      caller: { organization },
    } = context;
    const bytes = await readRecordBytes(context);
    if (storedBytesOf(bytes) < ALMOST_FULL * maxStoredBytesOf(bytes)) return [];
    return [{ id: encodeId('organization', organization.id), name: organization.name }];
  },
});
