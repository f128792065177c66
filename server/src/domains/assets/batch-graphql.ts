import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../graphql/connection.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { defineJobType, JobInterface } from '../../graphql/job.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node } from '../../graphql/node.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { ProductFilterInput, ProductRef, productById, productFilterOf } from '../products/index.ts';
import { batchUrl } from './asset-urls.ts';
import { ASSET_BATCH_JOB, type AssetBatch, batchOf, requestBatch } from './batch.ts';
import { type BatchResult, listBatchResults } from './batch-store.ts';
import { problemsOfEach } from './check-choices.ts';
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
      resolve: ({ assetId }, _args, context) => assetById(context, assetId),
    }),
    problems: t.expose('problems', {
      type: 'JSON',
      nullable: true,
      description: 'Reasons why it could not be rendered, each with code and message; else null.',
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
  description: 'A job that renders an asset of each product of a filter; products are its items.',
  interfaces: [Node, JobInterface],
  extensions: access({ permission: 'ASSETS_READ' }),
  fields: (t) => ({
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
            load: (page) => listBatchResults(context, id, page),
            key: (row) => [row.productId],
            count: async () => ({ total: doneCount, isExact: true }),
          },
          DEFAULT_NESTED_PAGE_SIZE,
        ),
    }),
  }),
});

defineJobType({
  type: BatchRef,
  names: {
    type: 'AssetBatch',
    one: 'assetBatch',
    many: 'assetBatches',
    payload: 'batch',
    what: 'batch of assets',
    whats: 'batches of assets',
  },
  kinds: [ASSET_BATCH_JOB],
  of: batchOf,
  read: 'ASSETS_READ',
  write: 'ASSETS_WRITE',
});

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
    description:
      'Queues the rendering of an asset of each product of a filter, as by `generateAsset`. Products whose asset is refused are in `results` with the reasons.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'ASSETS_WRITE', cost: 500 }),
    args: inputArg(GenerateAssetsInput, 'Assets to render.'),
    resolve: (_root, { input }, context, info) => {
      if (KINDS_WITHOUT_PRODUCT.has(input.kind)) {
        const message = `The kind ${input.kind} shows no product: make one by generateAsset.`;
        throw badInput([problem(['kind'], 'NOT_ALLOWED', message)]);
      }
      const choices = choicesOf(input, input, false);
      const problems = problemsOfEach(choices);
      if (problems.length > 0) throw badInput(problems);
      const filter = withoutNulls(productFilterOf(input.filter ?? {}, ['input', 'filter']));
      context.services.disk.assertRoomForFiles();
      return mutate(context, info, input, async (work) => {
        await assertMayOpenJob(work, context.caller.organization.tier);
        const batch = await requestBatch(work, {
          choices,
          tenant: await tenantOf(context),
          filter,
          isPublic: input.isPublic ?? false,
        });
        return { batch };
      });
    },
  }),
);
