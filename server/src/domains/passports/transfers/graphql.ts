import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../../graphql/connection.ts';
import { exposed, nullable } from '../../../graphql/fields.ts';
import { checkedBy } from '../../../graphql/further-problems.ts';
import {
  idempotencyField,
  idInput,
  inputArg,
  targetFields,
} from '../../../graphql/input-fields.ts';
import { filterArg, listOf, objectInFilter } from '../../../graphql/list.ts';
import { defineLoader, defineLoaderById } from '../../../graphql/loader.ts';
import { mutation } from '../../../graphql/mutation.ts';
import { Node, registerNode } from '../../../graphql/node.ts';
import { payloadOf, payloadWith } from '../../../graphql/payload.ts';
import { recordFields } from '../../../graphql/property-fields.ts';
import { objectField, shortField, targetOf } from '../../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../../platform/database/index.ts';
import type { Context } from '../../../rules/context.ts';
import { givenIdentifiers, requiredUuid } from '../../../rules/inputs/named-object.ts';
import { contentInputs, PLAIN_NAME } from '../content/graphql.ts';
import { TransferStateEnum } from '../enums.ts';
import { DppRef, dppById } from '../graphql.ts';
import { namedProduct, ownIdField, WRITE } from '../mutations-graphql.ts';
import { dppReference } from '../queries-graphql.ts';
import { dpps } from '../store.ts';
import {
  acceptDppTransfer,
  endProblems,
  offerDppTransfer,
  stateOfTransfer,
  withdrawDppTransfer,
} from './service.ts';
import { type DppTransfer, findOpenTransfers, TRANSFER, transfers } from './store.ts';

const TransferRef = builder.objectRef<DppTransfer>('DppTransfer').implement({
  description: 'An offer to pass the responsibility for a passport to another organization.',
  interfaces: [Node],
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'dppTransfer', TRANSFER),
    state: t.field({
      type: TransferStateEnum,
      description: 'Current state of the offer.',
      resolve: stateOfTransfer,
    }),
    dpp: t.field({
      type: DppRef,
      nullable: true,
      description: 'The passport; null once it has passed to another organization.',
      resolve: ({ dppId }, _args, context) => dppById(context, dppId),
    }),
  }),
});

registerNode('dppTransfer', { typename: 'DppTransfer', load: defineLoaderById(transfers.find) });

const TransferConnection = connectionType(TransferRef, 'DppTransfer', 'transfers', 'DPPS_READ');

const TransferFilterInput = builder.inputType('DppTransferFilter', {
  description: 'Filter of offers to pass passports on; all given conditions must hold.',
  fields: (t) => ({
    dpp: objectField(
      t,
      'Only offers of this passport. One that has passed to another organization is found by its id.',
    ),
    dppId: shortField(t, 'dpp'),
    state: t.field({
      type: [TransferStateEnum],
      description: 'Only offers in one of these states.',
    }),
  }),
});

builder.queryField('dppTransfers', (t) =>
  t.field({
    type: TransferConnection,
    description: 'Offers of this organization to pass passports on, newest first.',
    args: { ...pageArgs(), ...filterArg(TransferFilterInput) },
    resolve: async (_root, { filter, ...args }, context) => {
      const dppId = await objectInFilter(context, 'dpp', filter, dpps);
      return listOf(context, args, transfers, { ...filter, dppId }, NEWEST_FIRST);
    },
  }),
);

const openTransferOf = defineLoader(async (context: Context, ids: readonly string[]) => {
  const found = await findOpenTransfers(context, ids);
  const byDpp = new Map(found.map((transfer) => [transfer.dppId, transfer]));
  return ids.map((id) => byDpp.get(id));
});

builder.objectField(DppRef, 'transfer', (t) =>
  t.field({
    type: TransferRef,
    nullable: true,
    description:
      'Offer to pass the passport on that was neither accepted nor withdrawn; null without one.',
    resolve: async ({ id }, _args, context) => (await openTransferOf(context, id)) ?? null,
  }),
);

const OfferInput = builder.inputType('OfferDppTransferInput', {
  description: 'A published passport to pass to another organization.',
  fields: (t) => ({
    ...targetFields(t, 'passport'),
    recipient: t.string({
      required: true,
      description: 'Organization that the offer is meant for, for your own records.',
      extensions: PLAIN_NAME,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'End of the offer, at most 90 days ahead.',
      extensions: checkedBy(endProblems),
    }),
  }),
});

const WithdrawInput = idInput(
  'WithdrawDppTransferInput',
  'The offer to withdraw.',
  'Id of the offer.',
);

const AcceptInput = builder.inputType('AcceptDppTransferInput', {
  description:
    'Acceptance of an offer. Content that is given here changes the next version; `economicOperator` is your organization and is not taken over from the version before.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token of the offer.' }),
    product: objectField(t, 'Your own product of the passport; none by default.'),
    productId: shortField(t, 'product'),
    externalId: ownIdField(t),
    ...contentInputs(t),
    ...idempotencyField(t),
  }),
});

type Offered = { readonly transfer: DppTransfer; readonly token: string | null };

const OfferPayload = payloadWith<Offered>('offerDppTransfer', (t) =>
  exposed(t, {
    transfer: nullable(TransferRef, 'The new offer.'),
    token: nullable(
      'String',
      'Token that the other organization passes to `acceptDppTransfer`. Shown once; null when the request is repeated.',
    ),
  }),
);

builder.mutationFields((t) => ({
  offerDppTransfer: t.field({
    type: OfferPayload,
    description:
      'Offers the responsibility for a published passport to another organization of the same environment. An earlier open offer is withdrawn. Nothing changes until the other organization accepts. A passport with more than 10,000 versions, or 32 MB of contents and pictures, is refused with CONFLICT.',
    extensions: access(WRITE),
    args: inputArg(OfferInput, 'Passport, recipient and end of the offer.'),
    resolve: mutation(
      (work, input): Promise<Offered> =>
        offerDppTransfer(work, targetOf(dppReference, input), input.recipient, input.expiresAt),
      (offered) => ({ ...offered, token: null }),
    ),
  }),
  withdrawDppTransfer: t.field({
    type: payloadOf('withdrawDppTransfer', 'transfer', TransferRef, 'The offer, withdrawn.'),
    description: 'Withdraws an offer that nobody has accepted; its token opens nothing any more.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(WithdrawInput, 'Offer to withdraw.'),
    resolve: mutation(async (work, input) => {
      const id = requiredUuid('dppTransfer', 'The offer', input.id);
      return { transfer: await withdrawDppTransfer(work, id) };
    }),
  }),
  acceptDppTransfer: t.field({
    type: payloadOf('acceptDppTransfer', 'dpp', DppRef, 'The passport, which is yours now.'),
    description:
      'Takes over a passport that another organization offered, with all its versions; fields of the class INTERNAL stay with the other organization. A next version with your organization as the economic operator is sealed and signed with your key. Id, addresses and hash chain stay; grants of the other organization for this passport end.',
    extensions: access({ ...WRITE, cost: 20 }),
    args: inputArg(AcceptInput, 'Token, and the changes of the next version.'),
    resolve: mutation(async (work, input, context) => {
      const { token, externalId = null, productId, product: object } = input;
      const named = { id: productId, object };
      const product =
        givenIdentifiers(named).length === 0 ? undefined : await namedProduct(work, named);
      const signing = { ...work, trust: context.services.trust };
      const dpp = await acceptDppTransfer(signing, {
        ...{ token, externalId, productId: product?.id ?? null },
        content: { ...input },
        operator: context.caller.organization,
      });
      return { dpp };
    }),
  }),
}));
