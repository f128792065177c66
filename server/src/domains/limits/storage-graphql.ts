import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { sumFileBytes } from '../../platform/jobs/index.ts';
import { RecordKindEnum } from './enums.ts';
import { TIER_LIMITS } from './model.ts';
import { maxStoredBytesOf, type RecordBytes, storedBytesOf } from './record-bytes.ts';
import type { BytesOfKind } from './record-kinds.ts';
import { readBytesOfKinds, readRecordBytes } from './record-store.ts';

const BytesOfKindRef = builder.objectRef<BytesOfKind>('RecordKindBytes').implement({
  description: 'Bytes of the records of one kind.',
  fields: (t) =>
    exposed(t, {
      kind: field(RecordKindEnum, 'Kind of the records.'),
      bytes: field('Float', 'Bytes of these records, with their indexes.'),
    }),
});

const StorageRef = builder.objectRef<RecordBytes>('Storage').implement({
  description:
    'Bytes that an environment stores, and the most that the tier allows. Beyond the ceiling of records, mutations that write are refused with `CONFLICT`; those that delete, cancel, revoke or export go on, and so does the rotation of keys and secrets.',
  fields: (t) => ({
    recordBytes: t.float({
      description:
        'Bytes of all records, with their indexes: as measured at `measuredAt`, and what was sent to be written since then, changes included. It falls with the next measurement after a deletion.',
      resolve: (bytes) => Math.round(storedBytesOf(bytes)),
    }),
    maxRecordBytes: t.float({
      description:
        'Most bytes of records that the tier of the organization allows in an environment.',
      resolve: maxStoredBytesOf,
    }),
    measuredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the last measurement; null while little was ever written. The next one follows when a quarter as much has been written, or soon after a mutation was refused.',
      resolve: ({ measuredAt }) => measuredAt,
    }),
    recordKinds: t.field({
      type: [BytesOfKindRef],
      description:
        'Bytes of the records by kind, as measured at `measuredAt`: kinds without records are left out, and the largest is first. Empty before the first measurement.',
      resolve: (_bytes, _args, context) => readBytesOfKinds(context),
    }),
    fileBytes: t.float({
      description: 'Bytes of the files of imports and exports.',
      resolve: (_bytes, _args, context) => sumFileBytes(context),
    }),
    maxFileBytes: t.float({
      description: 'Most bytes of such files that the tier of the caller allows in an environment.',
      resolve: (_bytes, _args, { caller }) => TIER_LIMITS[caller.tier].storedBytes,
    }),
  }),
});

builder.queryField('storage', (t) =>
  t.field({
    type: StorageRef,
    extensions: access({ cost: 5 }),
    description: 'Bytes that this environment stores, and the most that the tier allows.',
    resolve: (_root, _args, context) => readRecordBytes(context),
  }),
);
