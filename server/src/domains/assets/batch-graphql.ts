import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../graphql/connection.ts';
import { JobStateEnum } from '../../graphql/enums.ts';
import { idField } from '../../graphql/id-field.ts';
import { idempotencyField } from '../../graphql/input-fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { decodeId } from '../../platform/ids.ts';
import { countJobs, findJobs, listJobs } from '../../platform/jobs/index.ts';
import { badInput, orNotFound } from '../../rules/api-error.ts';
import { problem } from '../../rules/problems.ts';
import { withoutNulls } from '../../rules/without-nulls.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { ProductFilterInput, ProductRef, productById, productFilterOf } from '../products/index.ts';
import { batchUrl } from './asset-files.ts';
import { ASSET_BATCH_JOB, type AssetBatch, batchOf, requestBatch } from './batch.ts';
import { type BatchResult, listBatchResults } from './batch-store.ts';
import { AssetRef, assetById } from './graphql.ts';
import { KINDS_WITHOUT_PRODUCT } from './model.ts';
import { choicesOf, contentFields, fileFields, tenantOf } from './mutations-graphql.ts';

const BatchResultRef = builder.objectRef<BatchResult>('AssetBatchResult').implement({
  description: 'Result of one product of a batch: its asset, or the reasons why it has none.',
  extensions: access({ permission: 'ASSETS_READ' }),
  fields: (t) => ({
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product as it is now; null if it is gone.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    asset: t.field({
      type: AssetRef,
      nullable: true,
      description: 'The asset; null if it could not be rendered, or was deleted.',
      resolve: ({ assetId }, _args, context) =>
        assetId === null ? null : assetById(context, assetId),
    }),
    problems: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Reasons why it could not be rendered, each with code and message; else null.',
      resolve: ({ problems }) => problems,
    }),
  }),
});

const BatchResultConnection = connectionType(
  BatchResultRef,
  'AssetBatchResult',
  'results of a batch',
  'ASSETS_READ',
);

const BatchRef = builder.objectRef<AssetBatch>('AssetBatch').implement({
  description: 'A job that renders an asset of each product of a filter.',
  interfaces: [Node],
  extensions: access({ permission: 'ASSETS_READ' }),
  fields: (t) => ({
    id: idField(t, 'job'),
    state: t.expose('state', { type: JobStateEnum, description: 'Current state of the job.' }),
    totalCount: t.exposeInt('totalCount', {
      nullable: true,
      description: 'Number of products of the filter; null until the job has begun.',
    }),
    doneCount: t.exposeInt('doneCount', { description: 'Number of products done so far.' }),
    failedCount: t.exposeInt('failedCount', {
      description: 'Number of products among them whose asset could not be rendered.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Reason why the batch as a whole failed; null if it did not.',
    }),
    zipUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Address of a ZIP with all files and `lines.jsonl`, a line per product; signed and valid for an hour. Null until the job has ended.',
      resolve: (batch, _args, { services }) => {
        const { assets, publicUrls } = services;
        return batch.finishedAt === null
          ? null
          : batchUrl(publicUrls.ofService, assets.urlKey, batch, new Date());
      },
    }),
    results: t.field({
      type: BatchResultConnection,
      nullable: true,
      description: 'Results so far, in the order in which the products were created.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: ({ id, doneCount }, args, context) =>
        connectionOf(
          context,
          args,
          {
            list: `batch ${id}`,
            load: (page) => listBatchResults(context.db, context.scope, id, page),
            key: (row) => [row.productId],
            count: async () => ({ total: doneCount, isExact: true }),
          },
          DEFAULT_NESTED_PAGE_SIZE,
        ),
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

registerNode('job', {
  typename: 'AssetBatch',
  load: async (context, id) => batchOf(await jobById(context, id)),
});

builder.queryField('assetBatch', (t) =>
  t.field({
    type: BatchRef,
    nullable: true,
    description: 'One batch of assets, with its progress.',
    args: { id: t.arg.id({ required: true, description: 'Id of the batch.' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = decodeId('job', id);
      const job = uuid === undefined ? undefined : await jobById(context, uuid);
      return orNotFound('The batch of assets', batchOf(job));
    },
  }),
);

const BatchConnection = connectionType(BatchRef, 'AssetBatch', 'batches of assets', 'ASSETS_READ');

builder.queryField('assetBatches', (t) =>
  t.field({
    type: BatchConnection,
    nullable: true,
    description: 'Batches of assets, newest first.',
    args: pageArgs(),
    resolve: (_root, args, context) => {
      const { db, scope } = context;
      const kinds = [ASSET_BATCH_JOB];
      return connectionOf(context, args, {
        list: 'assetBatches',
        load: async (page) =>
          (await listJobs(db, scope, kinds, page)).flatMap((job) => batchOf(job) ?? []),
        key: ({ id }) => [id],
        count: async () => ({ total: await countJobs(db, scope, kinds), isExact: true }),
      });
    },
  }),
);

const GenerateAssetsInput = builder.inputType('GenerateAssetsInput', {
  description: 'An asset to render of each product of a filter.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      description: 'Filter of the products; all that are not archived by default.',
    }),
    ...contentFields(t),
    ...fileFields(t),
    ...idempotencyField(t),
  }),
});

builder.mutationField('generateAssets', (t) =>
  t.field({
    type: payloadOf('generateAssets', 'batch', BatchRef, 'The new batch.'),
    nullable: true,
    description:
      'Queues the rendering of an asset of each product of a filter, as by `generateAsset`. Products whose asset is refused are in `results` with the reasons.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'ASSETS_WRITE', cost: 500 }),
    args: {
      input: t.arg({ type: GenerateAssetsInput, required: true, description: 'Assets to render.' }),
    },
    resolve: (_root, { input }, context, info) => {
      if (KINDS_WITHOUT_PRODUCT.has(input.kind)) {
        const message = `A ${input.kind} shows no product: make one by generateAsset.`;
        throw badInput([problem(['kind'], 'NOT_ALLOWED', message)]);
      }
      const filter = withoutNulls(productFilterOf(input.filter ?? {}, ['input', 'filter']));
      context.services.disk.assertRoomForFiles();
      return mutate(context, info, input, async (work) => {
        await assertMayOpenJob(work.tx, context.scope, context.caller.organization.tier);
        const batch = await requestBatch(work, {
          choices: choicesOf(input, input, false),
          tenant: await tenantOf(context),
          filter,
          isPublic: input.isPublic ?? false,
        });
        return { batch };
      });
    },
  }),
);
