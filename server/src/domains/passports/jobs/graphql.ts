import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import {
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../../graphql/connection.ts';
import { exposed, field, nullable } from '../../../graphql/fields.ts';
import { checkedBy } from '../../../graphql/further-problems.ts';
import { idempotencyField, inputArg } from '../../../graphql/input-fields.ts';
import { defineJobType, JobInterface } from '../../../graphql/job.ts';
import { mutation } from '../../../graphql/mutation.ts';
import { Node } from '../../../graphql/node.ts';
import { payloadOf } from '../../../graphql/payload.ts';
import { objectField, shortField } from '../../../graphql/reference.ts';
import type { TenantTx } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { Context } from '../../../rules/context.ts';
import { badInput, type Problem } from '../../../rules/errors/api-error.ts';
import { givenIdentifiers } from '../../../rules/inputs/named-object.ts';
import { problem } from '../../../rules/inputs/problems.ts';
import { withoutNulls } from '../../../rules/inputs/without-nulls.ts';
import { assertMayOpenJob } from '../../limits/index.ts';
import {
  ProductFilterInput,
  ProductRef,
  productById,
  productFilterOf,
} from '../../products/index.ts';
import { batchProblems, schemaProblems } from '../content/draft.ts';
import { DppJobKindEnum, JobLineOutcomeEnum } from '../enums.ts';
import { DppRef, dppById } from '../graphql.ts';
import type { DppJobKind } from '../model.ts';
import { namedProduct, WRITE } from '../mutations-graphql.ts';
import { CATALOGUE_JOB, requestCatalogueDrafts } from './catalogue.ts';
import { ITEMS_JOB, MAX_ITEMS, RANGE_CHECKS, requestItems } from './items.ts';
import { type JobLine, listJobLines } from './line-store.ts';
import { PUBLICATION_JOB, requestPublication } from './publication.ts';

const LineRef = builder.objectRef<JobLine>('DppJobLine').implement({
  description: 'Result of one product or draft of a job.',
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product; null if it is gone.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    dpp: t.field({
      type: DppRef,
      nullable: true,
      description: 'The passport; null if none was made, or it is gone.',
      resolve: ({ dppId }, _args, context) => dppById(context, dppId),
    }),
    ...exposed(t, {
      outcome: field(JobLineOutcomeEnum, 'Result of the line.'),
      problems: nullable(
        'JSON',
        'Problems of a refused line, each with path, code and message; else null.',
      ),
    }),
  }),
});

const LineConnection = connectionType(LineRef, 'DppJobLine', 'lines of a job', 'DPPS_READ');

const KINDS = new Map<string, DppJobKind>([
  [ITEMS_JOB, 'DRAFT_ITEMS'],
  [CATALOGUE_JOB, 'DRAFT_MODELS'],
  [PUBLICATION_JOB, 'PUBLISH_DRAFTS'],
]);

function kindOf({ kind }: Job): DppJobKind {
  const known = KINDS.get(kind);
  if (known === undefined) throw new Error(`${kind} is no job of passports.`);
  return known;
}

const DppJobRef = builder.objectRef<Job>('DppJob').implement({
  description:
    'A job that drafts or publishes many passports; its items are the passports, or the products of a filter.',
  interfaces: [Node, JobInterface],
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    kind: t.field({ type: DppJobKindEnum, description: 'Work of the job.', resolve: kindOf }),
    lines: t.field({
      type: LineConnection,
      nullable: true,
      description:
        'Lines so far, in the order of the work: one for each product of a filter, or for each draft that a publication refused.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: ({ id, kind, doneCount, failedCount }, args, context) =>
        connectionOf(
          context,
          args,
          {
            list: `lines of job ${id}`,
            load: (page) => listJobLines(context, id, page),
            key: (line) => [line.id],
            count: async () => ({
              total: kind === CATALOGUE_JOB ? doneCount : failedCount,
              isExact: true,
            }),
          },
          DEFAULT_NESTED_PAGE_SIZE,
        ),
    }),
  }),
});

defineJobType({
  type: DppJobRef,
  names: {
    type: 'DppJob',
    one: 'dppJob',
    many: 'dppJobs',
    payload: 'job',
    what: 'job of passports',
    whats: 'jobs of passports',
  },
  kinds: [...KINDS.keys()],
  of: (job) => (job !== undefined && KINDS.has(job.kind) ? job : undefined),
  read: 'DPPS_READ',
  write: 'DPPS_WRITE',
});

const GenerateInput = builder.inputType('GenerateDppsInput', {
  description:
    'Either items of a product by a range of serial numbers, which begin with the content of the passport of the model; or the models of all products of a filter, filled from what is known about each product.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      description:
        'Products whose models get a passport; an empty filter is all that are not archived.',
    }),
    schema: t.string({
      description: 'Schema of the passports of a filter; generic by default.',
      extensions: checkedBy(schemaProblems),
    }),
    category: t.string({ description: 'Category of the products of a filter in its schema.' }),
    product: objectField(t, 'Product of the items.'),
    productId: shortField(t, 'product'),
    batchNumber: t.string({
      description: 'Batch or lot of the items.',
      extensions: checkedBy(batchProblems),
    }),
    serialPrefix: t.string({ description: 'Text before each number; none by default.' }),
    first: t.int({
      description: 'First number; 1 by default.',
      extensions: checkedBy(RANGE_CHECKS.first),
    }),
    digits: t.int({
      description: 'Digits of a number, with leading zeros; 1 by default.',
      extensions: checkedBy(RANGE_CHECKS.digits),
    }),
    count: t.int({
      description: `Number of items, 1 to ${MAX_ITEMS}; required with a product.`,
      extensions: checkedBy(RANGE_CHECKS.count),
    }),
    ...idempotencyField(t),
  }),
});

const PublishInput = builder.inputType('PublishDppsInput', {
  description: 'Drafts to publish; all given conditions must hold.',
  fields: (t) => ({
    product: objectField(t, 'Only drafts of this product, its batches and items.'),
    productId: shortField(t, 'product'),
    schema: t.string({
      description: 'Only drafts of this schema, such as battery.',
      extensions: checkedBy(schemaProblems),
    }),
    ...idempotencyField(t),
  }),
});

const payload = (mutation: string) => payloadOf(mutation, 'job', DppJobRef, 'The queued job.');

builder.mutationFields((t) => ({
  generateDpps: t.field({
    type: payload('generateDpps'),
    description:
      'Drafts the passports of many items, or of the models of many products, as a job; those that have a living one are left out.',
    extensions: access({ ...WRITE, cost: 100 }),
    args: inputArg(GenerateInput, 'Product and serials.'),
    resolve: mutation(async (work, input, context) => {
      await assertMayOpenJob(work, context.caller.organization.tier);
      const job = await requestDrafts(work, context, input);
      return { job };
    }),
  }),
  publishDpps: t.field({
    type: payload('publishDpps'),
    description:
      'Publishes many drafts as a job. Drafts that lack something stay drafts and are counted.',
    extensions: access({ ...WRITE, cost: 100 }),
    args: inputArg(PublishInput, 'Filter of the drafts.'),
    resolve: mutation(async (work, input, context) => {
      const unknown = input.schema == null ? [] : schemaProblems(input.schema, ['schema']);
      if (unknown.length > 0) throw badInput(unknown);
      await assertMayOpenJob(work, context.caller.organization.tier);
      const named = { id: input.productId, object: input.product };
      const product =
        givenIdentifiers(named).length === 0 ? undefined : await namedProduct(work, named);
      const filter = { productId: product?.id ?? null, schemaId: input.schema ?? null };
      return { job: await requestPublication(work, filter) };
    }),
  }),
}));

/** Problems of fields that belong to the other kind of drafts: they are refused rather than ignored. */
function strangeProblems(
  { schema, category, batchNumber, serialPrefix, first, digits, count }: GivenDrafts,
  isOfItems: boolean,
): Problem[] {
  const [strange, message] = isOfItems
    ? [{ schema, category }, 'Items have the schema and category of the passport of their model.']
    : [{ batchNumber, serialPrefix, first, digits, count }, 'Only the items of a product have it.'];
  return Object.entries(strange).flatMap(([name, value]) =>
    value == null ? [] : [problem([name], 'NOT_ALLOWED', message)],
  );
}

type GivenDrafts = typeof GenerateInput.$inferInput;

/** The job of a serial range or of a filter: exactly one of them is given. */
async function requestDrafts(
  work: TenantTx,
  { caller }: Context,
  input: GivenDrafts,
): Promise<Job> {
  const named = { id: input.productId, object: input.product };
  const isOfItems = givenIdentifiers(named).length > 0;
  if (isOfItems === (input.filter != null))
    throw badInput([problem([], 'EXACTLY_ONE', 'Give exactly one of product and filter.')]);
  const strange = strangeProblems(input, isOfItems);
  if (strange.length > 0) throw badInput(strange);
  if (input.filter != null)
    return requestCatalogueDrafts(work, {
      filter: withoutNulls(productFilterOf(input.filter, ['input', 'filter'])),
      schemaId: input.schema ?? 'generic',
      category: input.category ?? null,
      operatorName: caller.organization.name,
    });
  if (input.count == null)
    throw badInput([problem(['count'], 'REQUIRED', 'Items need their number.')]);
  return requestItems(work, await namedProduct(work, named), {
    batchNumber: input.batchNumber ?? null,
    prefix: input.serialPrefix ?? '',
    first: input.first ?? 1,
    digits: input.digits ?? 1,
    count: input.count,
  });
}
