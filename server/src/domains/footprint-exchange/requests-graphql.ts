import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idField } from '../../graphql/id-field.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { listOf } from '../../graphql/list.ts';
import { defineLoaderBy, defineLoaderById } from '../../graphql/loader.ts';
import { mutation } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { givenIdentifiers } from '../../rules/inputs/named-object.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { ownProductReference, ProductRef, productById } from '../products/index.ts';
import { RequestKindEnum, RequestStateEnum } from './enums.ts';
import { PartnerRef, partnerById, partnerIdOf, WRITE } from './partners-graphql.ts';
import { type FootprintRequest, lastChecks, requests } from './request-store.ts';
import { announceFootprints, requestFootprint } from './requests.ts';

const RequestRef = builder.objectRef<FootprintRequest>('FootprintRequest').implement({
  description:
    'An exchange of footprints with a partner, with its outcome: the provenance of a footprint that a component has.',
  interfaces: [Node],
  extensions: access({ permission: 'PARTNERS_READ' }),
  fields: (t) => ({
    id: idField(t, 'footprintRequest'),
    partner: t.field({
      type: PartnerRef,
      nullable: true,
      description: 'The business partner at the other end.',
      resolve: ({ partnerId }, _args, context) => partnerById(context, partnerId),
    }),
    ...exposed(t, {
      kind: field(RequestKindEnum, 'Direction and purpose.'),
      state: field(RequestStateEnum, 'Current state of the exchange.'),
      criteria: field(
        'JSON',
        'Criteria of the request in the words of PACT; for an update or announcement the ids of the footprints.',
      ),
      eventId: field('String', 'Id of the event that asks; the answer of the partner names it.'),
      component: nullable('String', 'Name of the component that takes the footprint.'),
      document: nullable(
        'JSON',
        'The ProductFootprint as the partner sent it; null until it is received.',
      ),
      documentSha256: nullable(
        'String',
        'SHA-256 of the document as it was received, 64 hex digits.',
      ),
      error: nullable(
        'String',
        'Reason of the rejection, or of the last failure; null if there was none.',
      ),
      attemptCount: field('Int', 'Number of attempts so far.'),
      createdAt: field('DateTime', 'Time of creation.'),
      finishedAt: nullable('DateTime', 'Time of the end; null until then.'),
    }),
    calculationIds: t.idList({
      description: 'Calculations that an announcement names; empty for other kinds.',
      resolve: ({ kind, criteria: { pfIds } }) =>
        kind === 'ANNOUNCEMENT' && Array.isArray(pfIds)
          ? pfIds.map((id) => encodeId('calculation', String(id)))
          : [],
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product whose component takes the footprint; null if none was named.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    nextAttemptAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null once the exchange has ended.',
    }),
  }),
});

const requestById = defineLoaderById(requests.find);
registerNode('footprintRequest', { typename: 'FootprintRequest', load: requestById });

const lastCheckOf = defineLoaderBy(lastChecks, ({ partnerId }) => partnerId);

builder.objectField(PartnerRef, 'credentialCheck', (t) =>
  t.field({
    type: RequestRef,
    nullable: true,
    description:
      'Last try of the credentials: COMPLETED if the partner took them, FAILED with the reason in `error` if not. Null if they were never tried.',
    resolve: async ({ id }, _args, context) => (await lastCheckOf(context, id)) ?? null,
  }),
);

const RequestConnection = connectionType(
  RequestRef,
  'FootprintRequest',
  'requests',
  'PARTNERS_READ',
);

builder.queryFields((t) => ({
  footprintRequests: t.field({
    type: RequestConnection,
    description: 'Exchanges of footprints with partners, newest first.',
    args: {
      ...pageArgs(),
      partnerId: t.arg.id({ description: 'Only those with this partner.' }),
    },
    resolve: (_root, { partnerId: id, ...args }, context) => {
      const partnerId = typeof id === 'string' ? partnerIdOf(id) : undefined;
      return listOf(context, args, requests, { partnerId }, NEWEST_FIRST);
    },
  }),
  footprintRequest: t.field({
    type: RequestRef,
    nullable: true,
    description: 'An exchange of footprints by its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the exchange.' }) },
    resolve: (_root, { id }, context) => {
      const uuid = decodeId('footprintRequest', id);
      return uuid === undefined ? null : requestById(context, uuid);
    },
  }),
}));

const RequestInput = builder.inputType('RequestFootprintInput', {
  description: 'The footprint that is wanted, and the component that takes it.',
  fields: (t) => ({
    partnerId: t.id({ required: true, description: 'Id of the partner.' }),
    productIds: t.stringList({
      required: true,
      description:
        'URNs of the product of the partner, such as `urn:gtin:09506000134352`; at most 100.',
    }),
    geographies: t.stringList({
      description: 'Countries or regions of the footprint, at most 100; any if absent.',
    }),
    comment: t.string({ description: 'Free text for the partner.' }),
    product: objectField(t, 'Your product with the component that takes the footprint.'),
    productId: shortField(t, 'product'),
    component: t.string({
      description:
        'Name of the component, or its material if it has no name. The footprint becomes its `supplierPcf` in place of its material, factor or product.',
    }),
    ...idempotencyField(t),
  }),
});

const AnnounceInput = builder.inputType('AnnounceFootprintsInput', {
  description: 'Footprints to announce to a partner.',
  fields: (t) => ({
    partnerId: t.id({ required: true, description: 'Id of the partner.' }),
    calculationIds: t.idList({
      required: true,
      description: 'Calculations from cradle to gate that are the footprints of their products.',
    }),
    ...idempotencyField(t),
  }),
});

builder.mutationFields((t) => ({
  requestFootprint: t.field({
    type: payloadOf('requestFootprint', 'request', RequestRef, 'The request, which is queued.'),
    description:
      'Fetches the footprint of a product of a partner. If its list does not have it, the partner is asked by a RequestCreated event. Retries for 72 hours.',
    extensions: WRITE,
    args: inputArg(RequestInput, 'Partner, product and component.'),
    resolve: mutation(async (work, input) => {
      const named = { id: input.productId, object: input.product };
      const { component } = input;
      const hasProduct = givenIdentifiers(named).length > 0;
      if (hasProduct !== (typeof component === 'string'))
        throw badInput([
          problem(['component'], 'REQUIRED', 'Give a product and a component, or neither.'),
        ]);
      const target =
        typeof component === 'string'
          ? { product: ownProductReference(named, ['input']), component }
          : undefined;
      return {
        request: await requestFootprint(work, {
          partnerId: partnerIdOf(input.partnerId),
          productIds: input.productIds,
          geographies: input.geographies ?? undefined,
          comment: input.comment ?? undefined,
          target,
        }),
      };
    }),
  }),
  announceFootprints: t.field({
    type: payloadOf('announceFootprints', 'request', RequestRef, 'The announcement, queued.'),
    description: 'Announces footprints to a partner by a Published event. Retries for 72 hours.',
    extensions: WRITE,
    args: inputArg(AnnounceInput, 'Partner and footprints.'),
    resolve: mutation(async (work, input) => {
      const partnerId = partnerIdOf(input.partnerId);
      return { request: await announceFootprints(work, partnerId, input.calculationIds) };
    }),
  }),
}));
