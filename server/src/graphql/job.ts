import type { ObjectRef } from '@pothos/core';
import { decodeId } from '../platform/ids.ts';
import { countJobs, findJobs, type Job, listJobs } from '../platform/jobs/index.ts';
import type { Permission } from '../rules/access/permissions.ts';
import type { Tier } from '../rules/access/tiers.ts';
import { orNotFound } from '../rules/errors/api-error.ts';
import { cancelJob } from '../rules/jobs/jobs.ts';
import { access } from './access.ts';
import { type ApiTypes, builder } from './builder.ts';
import { connectionOf, connectionType, pageArgs } from './connection.ts';
import { JobStateEnum } from './enums.ts';
import { exposed, field, nullable } from './fields.ts';
import { idField } from './id-field.ts';
import { idInput, inputArg } from './input-fields.ts';
import { defineLoaderById } from './loader.ts';
import { mutation } from './mutation.ts';
import { Node, registerNode } from './node.ts';
import { payloadOf } from './payload.ts';

/** Long work in the background: the fields of all its types, and the operations of one type. */

export const JobInterface = builder.interfaceRef<Job>('Job').implement({
  description:
    'Long work in the background. It shows its progress, goes on after an interruption, and can be cancelled.',
  interfaces: [Node],
  fields: (t) => ({
    id: idField(t, 'job'),
    ...exposed(t, {
      state: field(JobStateEnum, 'Current state of the job.'),
      totalCount: nullable('Int', 'Number of items of the job; null while that is not known.'),
      doneCount: field('Int', 'Number of items that are done, those that failed included.'),
      failedCount: field('Int', 'Number of items that failed or were refused.'),
      error: nullable('String', 'Reason why the job as a whole failed; null if it did not.'),
      createdAt: field('DateTime', 'Time of the request.'),
      startedAt: nullable('DateTime', 'Time when the work began; null while the job is queued.'),
      finishedAt: nullable(
        'DateTime',
        'Time when the job completed, failed or was cancelled; null until then.',
      ),
    }),
    progress: t.float({ description: 'Share that is done, 0 to 1.', resolve: progressOf }),
  }),
});

function progressOf({ state, totalCount, doneCount }: Job): number {
  if (state === 'COMPLETED') return 1;
  return totalCount === null || totalCount === 0 ? 0 : Math.min(1, doneCount / totalCount);
}

export const jobById = defineLoaderById(findJobs);

/** A type of jobs in the API. */
type JobType<Row> = {
  readonly type: ObjectRef<ApiTypes, Row>;
  /** Names in the schema, and what an error calls one job and a description calls several. */
  readonly names: {
    readonly type: string;
    readonly one: string;
    readonly many: string;
    readonly payload: string;
    readonly what: string;
    readonly whats: string;
  };
  readonly kinds: readonly string[];
  /** The job as a row of the type; undefined if it is of another kind. */
  readonly of: (job: Job | undefined) => Row | undefined;
  readonly tier?: Tier;
  readonly read: Permission;
  readonly write: Permission;
};

/** The node, the queries and the cancellation of a type of jobs. */
export function defineJobType<Row extends Job>(definition: JobType<Row>): void {
  const { type, names, kinds, of, read, write } = definition;
  // Pothos cannot resolve its types for a type parameter; `of` pairs the rows with their type.
  const someObject: ObjectRef<ApiTypes, object> = type;
  const tier = definition.tier === undefined ? {} : { tier: definition.tier };
  registerNode('job', {
    typename: names.type,
    load: async (context, id) => of(await jobById(context, id)),
  });
  const connection = connectionType(type, names.type, names.whats, read);
  builder.queryFields((t) => ({
    [names.one]: t.field({
      type: someObject,
      description: `One ${names.what}, with its progress.`,
      extensions: access({ ...tier, permission: read }),
      args: { id: t.arg.id({ required: true, description: `Id of the ${names.what}.` }) },
      resolve: async (_root, { id }, context): Promise<object> => {
        const uuid = decodeId('job', id);
        const job = uuid === undefined ? undefined : await jobById(context, uuid);
        return orNotFound(`The ${names.what}`, of(job));
      },
    }),
    [names.many]: t.field({
      type: connection,
      description: `All ${names.whats}, newest first.`,
      extensions: access({ ...tier, permission: read }),
      args: pageArgs(),
      resolve: (_root, args, context) => {
        return connectionOf(context, args, {
          list: names.many,
          load: async (page) =>
            (await listJobs(context, kinds, page)).flatMap((job) => of(job) ?? []),
          key: ({ id }) => [id],
          count: async () => ({ total: await countJobs(context, kinds), isExact: true }),
        });
      },
    }),
  }));
  const cancel = `cancel${names.type}`;
  const inputType = idInput(
    `Cancel${names.type}Input`,
    `The ${names.what} to cancel.`,
    `Id of the ${names.what}.`,
  );
  builder.mutationField(cancel, (t) =>
    t.field({
      type: payloadOf(cancel, names.payload, type, 'The job after the change.'),
      description: `Cancels a ${names.what}: immediately if it is queued, within seconds if it is running. What it has written remains.`,
      extensions: access({ ...tier, permission: write, freesRoom: true }),
      args: inputArg(inputType, `The ${names.what} to cancel.`),
      resolve: mutation(async (work, input) => {
        const uuid = decodeId('job', input.id);
        const [found] = uuid === undefined ? [] : await findJobs(work, [uuid]);
        const job = orNotFound(`The ${names.what}`, of(found));
        return {
          [names.payload]: orNotFound(`The ${names.what}`, of(await cancelJob(work.db, job))),
        };
      }),
    }),
  );
}
