import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { JobStateEnum } from '../../graphql/enums.ts';
import { idField } from '../../graphql/id-field.ts';
import { idempotencyField } from '../../graphql/input-fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { decodeId } from '../../platform/ids.ts';
import { findJobs, type Job } from '../../platform/jobs/index.ts';
import { orNotFound } from '../../rules/api-error.ts';
import { givenIdentifiers } from '../../rules/named-object.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { GENERATE_JOB, MAX_ITEMS, PUBLISH_JOB, requestItems, requestPublication } from './bulk.ts';
import { namedProduct, WRITE } from './mutations-graphql.ts';

const DppJobRef = builder.objectRef<Job>('DppJob').implement({
  description: 'A job that drafts or publishes many passports. It resumes after an interruption.',
  interfaces: [Node],
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    id: idField(t, 'job'),
    state: t.expose('state', { type: JobStateEnum, description: 'Current state of the job.' }),
    totalCount: t.exposeInt('totalCount', {
      nullable: true,
      description: 'Number of passports to draft; null for a publication.',
    }),
    doneCount: t.exposeInt('doneCount', { description: 'Number of passports that are done.' }),
    failedCount: t.exposeInt('failedCount', {
      description: 'Number of drafts that lack something and were not published.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Reason why the job failed; null if it did not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the job ended; null until then.',
    }),
  }),
});

const jobById = defineLoaderById(findJobs);

function ofPassports(job: Job | undefined): Job | undefined {
  return job?.kind === GENERATE_JOB || job?.kind === PUBLISH_JOB ? job : undefined;
}

registerNode('job', {
  typename: 'DppJob',
  load: async (context, id) => ofPassports(await jobById(context, id)),
});

builder.queryField('dppJob', (t) =>
  t.field({
    type: DppJobRef,
    nullable: true,
    description: 'One job of passports, with its progress.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id of the job, from `generateDpps` or `publishDpps`.',
      }),
    },
    resolve: async (_root, { id }, { db, scope }) => {
      const uuid = decodeId('job', id);
      const [job] = uuid === undefined ? [] : await findJobs(db, scope, [uuid]);
      return orNotFound('The job', ofPassports(job));
    },
  }),
);

const GenerateInput = builder.inputType('GenerateDppsInput', {
  description:
    'Items of a product by a range of serial numbers. They begin with the content of the passport of the model.',
  fields: (t) => ({
    product: objectField(t, 'Product of the items.'),
    productId: shortField(t, 'product'),
    batchNumber: t.string({ description: 'Batch or lot of the items.' }),
    serialPrefix: t.string({ description: 'Text before each number; none by default.' }),
    first: t.int({ description: 'First number; 1 by default.' }),
    digits: t.int({ description: 'Digits of a number, with leading zeros; 1 by default.' }),
    count: t.int({ required: true, description: `Number of items, 1 to ${MAX_ITEMS}.` }),
    ...idempotencyField(t),
  }),
});

const PublishInput = builder.inputType('PublishDppsInput', {
  description: 'Drafts to publish; all given conditions must hold.',
  fields: (t) => ({
    product: objectField(t, 'Only drafts of this product, its batches and items.'),
    productId: shortField(t, 'product'),
    schema: t.string({ description: 'Only drafts of this schema, such as battery.' }),
    ...idempotencyField(t),
  }),
});

const payload = (mutation: string) => payloadOf(mutation, 'job', DppJobRef, 'The queued job.');

builder.mutationFields((t) => ({
  generateDpps: t.field({
    type: payload('generateDpps'),
    nullable: true,
    description: 'Drafts the passports of many items as a job; items that have one are left out.',
    extensions: access({ ...WRITE, cost: 100 }),
    args: {
      input: t.arg({ type: GenerateInput, required: true, description: 'Product and serials.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        await assertMayOpenJob(work.tx, context.scope, context.caller.organization.tier);
        const product = await namedProduct(work, { id: input.productId, object: input.product });
        const job = await requestItems(work, product, {
          batchNumber: input.batchNumber ?? null,
          prefix: input.serialPrefix ?? '',
          first: input.first ?? 1,
          digits: input.digits ?? 1,
          count: input.count,
        });
        return { job };
      }),
  }),
  publishDpps: t.field({
    type: payload('publishDpps'),
    nullable: true,
    description:
      'Publishes many drafts as a job. Drafts that lack something stay drafts and are counted.',
    extensions: access({ ...WRITE, cost: 100 }),
    args: {
      input: t.arg({ type: PublishInput, required: true, description: 'Filter of the drafts.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        await assertMayOpenJob(work.tx, context.scope, context.caller.organization.tier);
        const named = { id: input.productId, object: input.product };
        const product =
          givenIdentifiers(named).length === 0 ? undefined : await namedProduct(work, named);
        const filter = { productId: product?.id ?? null, schemaId: input.schema ?? null };
        return { job: await requestPublication(work, filter) };
      }),
  }),
}));
