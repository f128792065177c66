import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, countUpTo, pageArgs } from '../../graphql/connection.ts';
import { JobStateEnum } from '../../graphql/enums.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { JobInterface, jobById } from '../../graphql/job.ts';
import { filterArg } from '../../graphql/list.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadOf } from '../../graphql/payload.ts';
import type { Files } from '../../platform/files/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { countJobs, countJobsIn, listJobs } from '../../platform/jobs/index.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import type { Context } from '../../rules/context.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { ImportFactorSetInput, readSetInput, settingsJson } from '../factors/index.ts';
import { BulkDirectionEnum, BulkFormatEnum, BulkImportTypeEnum, BulkTypeEnum } from './enums.ts';
import {
  BULK_DIRECTIONS,
  type BulkJob,
  type BulkTask,
  bulkJobOf,
  type FilePart,
  fileOf,
  jobKindOf,
} from './model.ts';
import {
  assertMayRun,
  bulkJobFor,
  cancelBulkJob,
  canSee,
  hasFile,
  openBulkJob,
  visibleBulkJob,
} from './service.ts';
import { BULK_TYPES, bulkTypeNamed } from './types.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly bulk: {
      readonly files: Files;
      /** Address under which clients reach the service. */
      readonly baseUrl: () => string;
    };
  }
}

const BulkJobRef = builder.objectRef<BulkJob>('BulkJob').implement({
  description:
    'An import of a file, or an export into one; its items are the rows of the file. Rows of an import that failed have their reasons in the result file.',
  interfaces: [Node, JobInterface],
  fields: (t) => ({
    ...exposed(t, {
      direction: field(BulkDirectionEnum, 'Import or export.'),
      type: field(BulkTypeEnum, 'Subject of the entry.'),
    }),
    format: t.field({
      type: BulkFormatEnum,
      nullable: true,
      description: 'Form of the file; null for an import of factors, whose set states its format.',
      resolve: ({ format, settings }) => (settings === undefined ? format : null),
    }),
    dryRun: t.exposeBoolean('isDryRun', {
      description: 'True if the job checks the rows and writes only the result file.',
    }),
    createdCount: t.exposeInt('created', { description: 'Rows that made something new.' }),
    updatedCount: t.exposeInt('updated', { description: 'Rows that changed something.' }),
    uploadUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'URL for the upload of the file by PUT with the API key; null when no file is expected.',
      resolve: (job, _args, context) =>
        job.state === 'AWAITING_FILE' ? urlOf(context, job) : null,
    }),
    downloadUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'URL of the exported file for 7 days, to fetch with the API key; null until the export is complete.',
      resolve: (job, _args, context) => fileUrl(context, job, 'download'),
    }),
    resultUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'URL of the result file of an import for 7 days, to fetch with the API key: one JSON line per row.',
      resolve: (job, _args, context) => fileUrl(context, job, 'result'),
    }),
  }),
});

function urlOf({ services, scope }: Context, job: BulkJob): string {
  const plane = scope.environment === 'SANDBOX' ? '/sandbox' : '';
  return `${services.bulk.baseUrl()}${plane}/bulk/${encodeId('job', job.id)}`;
}

function fileUrl(context: Context, job: BulkJob, part: FilePart): string | null {
  return hasFile(job, part) ? `${urlOf(context, job)}/${part}` : null;
}

registerNode('job', {
  typename: 'BulkJob',
  load: async (context, id) => visibleBulkJob(context.caller, await jobById(context, id)),
});

const BulkJobFilterInput = builder.inputType('BulkJobFilter', {
  description: 'Filter of bulk jobs; all given conditions must hold.',
  fields: (t) => ({
    direction: t.field({ type: BulkDirectionEnum, description: 'Only imports, or only exports.' }),
    type: t.field({ type: BulkTypeEnum, description: 'Only jobs of this type of objects.' }),
    state: t.field({ type: [JobStateEnum], description: 'Only jobs in one of these states.' }),
  }),
});

/** Kinds of the jobs that a caller may see, of those that a filter asks for. */
function kindsSeen(
  caller: Context['caller'],
  { direction: onlyDirection, type: onlyType }: typeof BulkJobFilterInput.$inferInput = {},
): string[] {
  const directions = BULK_DIRECTIONS.filter((each) => each === (onlyDirection ?? each));
  const types = [...BULK_TYPES.keys()].filter((each) => each === (onlyType ?? each));
  return directions.flatMap((direction) =>
    types
      .filter((type) => canSee(caller, direction, type))
      .map((type) => jobKindOf(direction, type)),
  );
}

const BulkJobConnection = connectionType(BulkJobRef, 'BulkJob', 'bulk jobs');

builder.queryFields((t) => ({
  bulkJobs: t.field({
    type: BulkJobConnection,
    description: 'Bulk jobs of what this key may see, newest first.',
    args: { ...pageArgs(), ...filterArg(BulkJobFilterInput) },
    resolve: (_root, { filter, ...args }, context) => {
      const kinds = kindsSeen(context.caller, filter ?? {});
      const states = filter?.state ?? undefined;
      return connectionOf(context, args, {
        list: `bulkJobs ${kindsSeen(context.caller).join()}`,
        load: async (page) =>
          (await listJobs(context, kinds, page, states)).flatMap((job) => bulkJobOf(job) ?? []),
        key: ({ id }) => [id],
        count: async () =>
          states === undefined
            ? { total: await countJobs(context, kinds), isExact: true }
            : countUpTo((limit) => countJobsIn(context, kinds, states, limit)),
      });
    },
  }),
  bulkJob: t.field({
    type: BulkJobRef,
    description: 'The bulk job with this id.',
    args: { id: t.arg.id({ required: true, description: 'Globally unique id of the object.' }) },
    resolve: (_root, { id }, { db, caller }) => bulkJobFor(db, caller, decodeId('job', id)),
  }),
}));

const BulkImportInput = builder.inputType('BulkImportInput', {
  description: 'An import to come; its file is PUT to `uploadUrl` then.',
  fields: (t) => ({
    type: t.field({
      type: BulkImportTypeEnum,
      required: true,
      description: 'Type of the objects to import.',
    }),
    format: t.field({ type: BulkFormatEnum, description: 'Form of the file; JSONL by default.' }),
    dryRun: t.boolean({
      description: 'Checks the rows and writes the result file only; false by default.',
    }),
    factorSet: t.field({
      type: ImportFactorSetInput,
      description:
        'Description of the set and format of the file, for FACTORS only; without `content`, `pack` and `idempotencyKey`. It replaces `format`, and a key of FREE may not give it.',
    }),
    ...idempotencyField(t),
  }),
});

type ImportInput = typeof BulkImportInput.$inferInput;

const CancelBulkJobInput = builder.inputType('CancelBulkJobInput', {
  description: 'The bulk job to cancel.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Globally unique id of the object.' }),
  }),
});

/** Settings of an import of a file as a whole; undefined for an import of rows. */
function settingsOf({ type, factorSet }: ImportInput): BulkTask['settings'] {
  if (bulkTypeNamed(type).importFile === undefined) {
    if (factorSet === null || factorSet === undefined) return undefined;
    const message = '`factorSet` is for the type FACTORS only.';
    throw badInput([{ path: ['input', 'factorSet'], code: 'NOT_ALLOWED', message }]);
  }
  return settingsJson(readSetInput(factorSet ?? {}, ['input', 'factorSet']));
}

export const BulkJobPayload = (mutation: string) =>
  payloadOf(mutation, 'job', BulkJobRef, 'The job after the change.');

builder.mutationFields((t) => ({
  bulkImport: t.field({
    type: BulkJobPayload('bulkImport'),
    description:
      'Prepares an import: PUT the file to `job.uploadUrl` with the API key. Rows are matched by `externalId`: new ones are created, known ones changed. On FREE a file has at most 1,000 rows. FACTORS makes one set of the whole file, up to 128 MB. Needs the WRITE permission of the type.',
    args: inputArg(BulkImportInput, 'Type of the objects to import.'),
    resolve: (_root, { input }, context, info) => {
      assertMayRun(context.caller, 'IMPORT', input.type);
      const settings = settingsOf(input);
      if (settings !== undefined) {
        assertAllowed(context.caller, { tier: 'GROWTH' }, 'Importing factors');
      }
      return mutate(context, info, input, async (work) => ({
        job: await openBulkJob(work, context, {
          direction: 'IMPORT',
          type: input.type,
          format: input.format ?? 'JSONL',
          isDryRun: input.dryRun ?? false,
          settings,
        }),
      }));
    },
  }),
  cancelBulkJob: t.field({
    type: BulkJobPayload('cancelBulkJob'),
    description:
      'Cancels a bulk job: immediately if it is queued, within seconds if it is running. Rows that are already written remain.',
    extensions: access({ freesRoom: true }),
    args: inputArg(CancelBulkJobInput, 'The bulk job to cancel.'),
    resolve: async (_root, { input }, context, info) => {
      const cancelled = await mutate(context, info, input, async ({ db }) => ({
        job: await cancelBulkJob(db, context.caller, decodeId('job', input.id)),
      }));
      const { job } = cancelled;
      if (job.state === 'CANCELLED')
        await context.services.bulk.files.remove(fileOf(job, 'upload'));
      return cancelled;
    },
  }),
}));
