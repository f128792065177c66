import { integer, nullable, object, oneOf } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import { BULK_DIRECTIONS } from './model.ts';
import { BULK_TYPES, IMPORT_TYPES } from './types.ts';

const declare = eventsOf({
  name: 'bulk_job',
  idKind: 'job',
  idProperty: 'jobId',
  permission: 'WEBHOOKS_READ',
});

// The first one is in the example, which is that of an import. Domains are loaded in any order.
const TYPE_NAMES = [
  ...new Set([...IMPORT_TYPES.map(({ name }) => name).sort(), ...[...BULK_TYPES.keys()].sort()]),
];

const BULK_JOB = {
  direction: oneOf('Import or export.', [...BULK_DIRECTIONS]),
  type: oneOf('Type of the rows.', TYPE_NAMES),
};

export const bulkJobCompleted = declare('completed', {
  meaning: 'A bulk job read or wrote all of its rows; rows of an import may have been refused.',
  properties: {
    ...BULK_JOB,
    counts: object({
      total: integer('Rows of the file.', 1_000),
      created: nullable(integer('Objects created; null for an export.', 800)),
      updated: nullable(integer('Objects changed; null for an export.', 190)),
      failed: nullable(integer('Rows refused; null for an export.', 10)),
    }),
  },
});

export const bulkJobFailed = declare('failed', {
  meaning: 'A bulk job failed; batches that were written before remain.',
  properties: BULK_JOB,
});
