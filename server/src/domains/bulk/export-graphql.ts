import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { idempotencyField, inputArg, timeFilters } from '../../graphql/input-fields.ts';
import { objectInFilter } from '../../graphql/list.ts';
import { mutate } from '../../graphql/mutation.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import type { ExportFilter } from '../../rules/bulk/bulk-type.ts';
import type { Context } from '../../rules/context.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import type { Naming } from '../../rules/inputs/named-object.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { customers } from '../customers/index.ts';
import { OrderStateEnum } from '../orders/index.ts';
import { ProductStatusEnum } from '../products/index.ts';
import { PaymentStateEnum } from '../transactions/index.ts';
import { BulkFormatEnum, BulkTypeEnum } from './enums.ts';
import { assertExportFits } from './export.ts';
import { BulkJobPayload } from './graphql.ts';
import { assertMayRun, openBulkJob } from './service.ts';
import { bulkTypeNamed } from './types.ts';

const BulkExportFilter = builder.inputType('BulkExportFilter', {
  description:
    'Filter of the rows of an export; all given conditions must hold. A condition that the type does not have is refused.',
  fields: (t) => ({
    ...timeFilters(t),
    state: t.field({ type: [OrderStateEnum], description: 'Only orders in one of these states.' }),
    paymentState: t.field({
      type: [PaymentStateEnum],
      description: 'Only orders in one of these payment states.',
    }),
    placedSince: t.field({
      type: 'DateTime',
      description: 'Only orders that were placed at this moment or later.',
    }),
    placedUntil: t.field({
      type: 'DateTime',
      description: 'Only orders that were placed before this moment.',
    }),
    customer: objectField(t, 'Only orders of this customer.'),
    customerId: shortField(t, 'customer'),
    status: t.field({
      type: [ProductStatusEnum],
      description: 'Only products in one of these states; the archived too by default.',
    }),
    tag: t.string({ description: 'Only products or customers with this tag.' }),
    country: t.field({ type: 'CountryCode', description: 'Only customers in this country.' }),
  }),
});

const BulkExportInput = builder.inputType('BulkExportInput', {
  description: 'An export of the objects of one type.',
  fields: (t) => ({
    type: t.field({
      type: BulkTypeEnum,
      required: true,
      description: 'Type of the objects to export.',
    }),
    format: t.field({ type: BulkFormatEnum, description: 'Form of the file; JSONL by default.' }),
    filter: t.field({
      type: BulkExportFilter,
      description: 'Objects to export; all by default. FACTORS have no filter.',
    }),
    ...idempotencyField(t),
  }),
});

builder.mutationField('bulkExport', (t) =>
  t.field({
    type: BulkJobPayload('bulkExport'),
    description:
      'Starts an export of one type; `job.downloadUrl` is there when it is complete. The file can be imported again, except one of orders. On FREE it has at most 1,000 rows. Needs the READ permission of the type.',
    extensions: access({ freesRoom: true }),
    args: inputArg(BulkExportInput, 'Type of the objects to export.'),
    resolve: (_root, { input }, context, info) => {
      assertMayRun(context.caller, 'EXPORT', input.type);
      return mutate(context, info, input, async (work) => {
        const filter = await filterOf(context, input);
        // The rows of a filter are counted as they are written.
        const isWhole = Object.values(filter).every((each) => each === undefined || each === null);
        if (isWhole) await assertExportFits(work.db, context.caller, input.type);
        const job = await openBulkJob(work, context, {
          direction: 'EXPORT',
          type: input.type,
          format: input.format ?? 'JSONL',
          isDryRun: false,
          keyTier: context.caller.tier,
          filter,
        });
        return { job };
      });
    },
  }),
);

async function filterOf(
  context: Context,
  { type, filter }: typeof BulkExportInput.$inferInput,
): Promise<ExportFilter> {
  const given = filter ?? {};
  const { filters } = bulkTypeNamed(type);
  const unknown = Object.entries(given)
    .filter(([name, value]) => value != null && !filters.some((known) => known === columnOf(name)))
    .map(([name]) => name);
  const known =
    filters.length === 0 ? 'They are exported as a whole.' : `There are ${filters.join(', ')}.`;
  if (unknown.length > 0) {
    throw badInput(
      unknown.map((name) =>
        problem(['filter', name], 'NOT_ALLOWED', `${type} have no filter by ${name}. ${known}`),
      ),
    );
  }
  const { customer, customerId, ...others } = given;
  return { ...others, customerId: await customerIn(context, { customer, customerId }) };
}

/** The filter of a bulk type that a field asks for. */
function columnOf(field: string): string {
  return field === 'customer' ? 'customerId' : field;
}

/** A list of nothing is seen at once, a file of nothing too late: a customer that does not exist is refused. */
async function customerIn(
  context: Context,
  filter: Naming<'customer'>,
): Promise<string | undefined> {
  const uuid = await objectInFilter(context, 'customer', filter, customers, ['input', 'filter']);
  if (uuid === undefined) return undefined;
  if ((await customers.named(context, { by: 'id', value: uuid })) !== undefined) return uuid;
  const field = filter.customer == null ? 'customerId' : 'customer';
  const message = 'There is no such customer in this environment.';
  throw badInput([problem(['filter', field], 'NOT_FOUND', message)]);
}
