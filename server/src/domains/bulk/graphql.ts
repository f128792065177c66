import { builder, describedEnum, IDEMPOTENCY_KEY_DESCRIPTION } from '../../graphql/builder.ts';
import { connectionOf, connectionType, pageArgs } from '../../graphql/connection.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadOf } from '../../graphql/payload.ts';
import type { Files } from '../../platform/files.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { countJobs, findJobs, type JobState, listJobs } from '../../platform/jobs/index.ts';
import type { Context } from '../../rules/context.ts';
import { assertExportFits } from './export.ts';
import type { BulkFormat } from './file-rows.ts';
import {
  BULK_DIRECTIONS,
  BULK_TYPES,
  type BulkDirection,
  type BulkJob,
  type BulkType,
  bulkJobOf,
  type FilePart,
  type ImportType,
  jobKindOf,
} from './model.ts';
import {
  assertMayRun,
  bulkJobFor,
  cancelBulkJob,
  canSee,
  createBulkJob,
  hasFile,
  visibleBulkJob,
} from './service.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly bulk: {
      readonly files: Files;
      /** Address under which clients reach the service. */
      readonly baseUrl: () => string;
    };
  }
}

const JobStateEnum = describedEnum<JobState>('JobState', 'Where long work stands.', {
  AWAITING_FILE: 'Waits for its file to be uploaded.',
  QUEUED: 'Waits for its turn.',
  RUNNING: 'Under way.',
  COMPLETED: 'Done; single rows may have failed.',
  FAILED: 'Ended by an error that concerns the whole.',
  CANCELLED: 'Ended on request; what was written stays.',
});

const BulkDirectionEnum = describedEnum<BulkDirection>('BulkDirection', 'Which way data go.', {
  IMPORT: 'From a file into the service.',
  EXPORT: 'From the service into a file.',
});

const TYPE_MEANINGS = {
  PRODUCTS: 'Products with their bills.',
  CUSTOMERS: 'Customers.',
  ORDERS: 'Orders with their lines, without addresses.',
} as const;

const BulkTypeEnum = describedEnum<BulkType>(
  'BulkType',
  'What a bulk job is about.',
  TYPE_MEANINGS,
);

const BulkImportTypeEnum = describedEnum<ImportType>('BulkImportType', 'What can be imported.', {
  PRODUCTS: TYPE_MEANINGS.PRODUCTS,
  CUSTOMERS: TYPE_MEANINGS.CUSTOMERS,
});

const BulkFormatEnum = describedEnum<BulkFormat>('BulkFormat', 'Form of a file.', {
  JSONL: 'A JSON object per line, with the fields of the API.',
  CSV: 'Comma-separated values with a header, in UTF-8.',
});

const BulkJobRef = builder.objectRef<BulkJob>('BulkJob').implement({
  description: 'An import of a file, or an export into one.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'Globally unique id.', resolve: ({ id }) => encodeId('job', id) }),
    direction: t.expose('direction', {
      type: BulkDirectionEnum,
      description: 'Which way it goes.',
    }),
    type: t.expose('type', { type: BulkTypeEnum, description: 'What it is about.' }),
    format: t.expose('format', { type: BulkFormatEnum, description: 'Form of the file.' }),
    dryRun: t.exposeBoolean('isDryRun', {
      description: 'Whether it only checks the rows and writes nothing but the result file.',
    }),
    state: t.expose('state', { type: JobStateEnum, description: 'Where it stands.' }),
    totalCount: t.exposeInt('totalCount', {
      nullable: true,
      description: 'Rows in all; null while that is not known.',
    }),
    doneCount: t.exposeInt('doneCount', { description: 'Rows done so far, failed ones too.' }),
    failedCount: t.exposeInt('failedCount', {
      description: 'Rows that failed; the result file says why.',
    }),
    createdCount: t.exposeInt('created', { description: 'Rows that made something new.' }),
    updatedCount: t.exposeInt('updated', { description: 'Rows that changed something.' }),
    progress: t.float({ description: 'Share that is done, 0 to 1.', resolve: progressOf }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it failed as a whole.',
    }),
    uploadUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where the file is PUT, with the API key; null when none is waited for.',
      resolve: (job, _args, context) =>
        job.state === 'AWAITING_FILE' ? urlOf(context, job) : null,
    }),
    downloadUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where an export is fetched from, with the API key, for 7 days; null before.',
      resolve: (job, _args, context) => fileUrl(context, job, 'download'),
    }),
    resultUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Where an import tells, with the API key and for 7 days, what became of every row: a JSON line each.',
      resolve: (job, _args, context) => fileUrl(context, job, 'result'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When work on it began.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended, however.',
    }),
  }),
});

function progressOf({ state, totalCount, doneCount }: BulkJob): number {
  if (state === 'COMPLETED') return 1;
  return totalCount === null || totalCount === 0 ? 0 : Math.min(1, doneCount / totalCount);
}

function urlOf({ services, scope }: Context, job: BulkJob): string {
  const plane = scope.environment === 'SANDBOX' ? '/sandbox' : '';
  return `${services.bulk.baseUrl()}${plane}/bulk/${encodeId('job', job.id)}`;
}

function fileUrl(context: Context, job: BulkJob, part: FilePart): string | null {
  return hasFile(job, part) ? `${urlOf(context, job)}/${part}` : null;
}

const jobById = defineLoaderById(findJobs);

registerNode('job', {
  typename: 'BulkJob',
  load: async (context, id) => visibleBulkJob(context.caller, await jobById(context, id)),
});

const BulkJobConnection = connectionType(BulkJobRef, 'BulkJob', 'bulk jobs');

builder.queryFields((t) => ({
  bulkJobs: t.field({
    type: BulkJobConnection,
    nullable: true,
    description: 'Bulk jobs of what this key may see, newest first.',
    args: pageArgs(),
    resolve: (_root, args, context) => {
      const { db, scope, caller } = context;
      const kinds = BULK_DIRECTIONS.flatMap((direction) =>
        BULK_TYPES.filter((type) => canSee(caller, direction, type)).map((type) =>
          jobKindOf(direction, type),
        ),
      );
      return connectionOf(context, args, {
        list: `bulkJobs ${kinds.join()}`,
        load: async (page) =>
          (await listJobs(db, scope, kinds, page)).flatMap((job) => bulkJobOf(job) ?? []),
        key: ({ id }) => [id],
        count: async () => ({ total: await countJobs(db, scope, kinds), isExact: true }),
      });
    },
  }),
  bulkJob: t.field({
    type: BulkJobRef,
    nullable: true,
    description: 'One bulk job.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { db, caller }) => bulkJobFor(db, caller, decodeId('job', id)),
  }),
}));

const BulkImportInput = builder.inputType('BulkImportInput', {
  description: 'An import to come; its file is PUT to `uploadUrl` then.',
  fields: (t) => ({
    type: t.field({ type: BulkImportTypeEnum, required: true, description: 'What is imported.' }),
    format: t.field({ type: BulkFormatEnum, description: 'Form of the file; JSONL by default.' }),
    dryRun: t.boolean({
      description: 'Only check the rows and write the result file; false by default.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const BulkExportInput = builder.inputType('BulkExportInput', {
  description: 'An export of everything of one type.',
  fields: (t) => ({
    type: t.field({ type: BulkTypeEnum, required: true, description: 'What is exported.' }),
    format: t.field({ type: BulkFormatEnum, description: 'Form of the file; JSONL by default.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const CancelBulkJobInput = builder.inputType('CancelBulkJobInput', {
  description: 'Which bulk job to end.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Its id.' }) }),
});

const BulkJobPayload = (mutation: string) =>
  payloadOf(mutation, 'job', BulkJobRef, 'The job as it stands now.');

builder.mutationFields((t) => ({
  bulkImport: t.field({
    type: BulkJobPayload('bulkImport'),
    nullable: true,
    description:
      'Prepares an import: PUT the file to `job.uploadUrl` with the API key. Rows are matched by `externalId`: new ones are created, known ones changed. On FREE a file has at most 1,000 rows. Needs the WRITE permission of the type.',
    args: {
      input: t.arg({ type: BulkImportInput, required: true, description: 'What is imported.' }),
    },
    resolve: (_root, { input }, context, info) => {
      assertMayRun(context.caller, 'IMPORT', input.type);
      return mutate(context, info, input, async (tx) => ({
        job: await createBulkJob(tx, context.scope, {
          direction: 'IMPORT',
          type: input.type,
          format: input.format ?? 'JSONL',
          isDryRun: input.dryRun ?? false,
        }),
      }));
    },
  }),
  bulkExport: t.field({
    type: BulkJobPayload('bulkExport'),
    nullable: true,
    description:
      'Starts an export of everything of one type; `job.downloadUrl` is there when it is complete. The file can be imported again. On FREE it has at most 1,000 rows. Needs the READ permission of the type.',
    args: {
      input: t.arg({ type: BulkExportInput, required: true, description: 'What is exported.' }),
    },
    resolve: (_root, { input }, context, info) => {
      assertMayRun(context.caller, 'EXPORT', input.type);
      return mutate(context, info, input, async (tx) => {
        await assertExportFits(tx, context.caller, input.type);
        const job = await createBulkJob(tx, context.scope, {
          direction: 'EXPORT',
          type: input.type,
          format: input.format ?? 'JSONL',
          isDryRun: false,
        });
        return { job };
      });
    },
  }),
  cancelBulkJob: t.field({
    type: BulkJobPayload('cancelBulkJob'),
    nullable: true,
    description:
      'Ends a bulk job: at once when it waits, within seconds when it runs. What it has written stays.',
    args: {
      input: t.arg({ type: CancelBulkJobInput, required: true, description: 'Which job.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => ({
        job: await cancelBulkJob(tx, context.caller, decodeId('job', input.id)),
      })),
  }),
}));
