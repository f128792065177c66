import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { idField } from '../../graphql/id-field.ts';
import { changeFields, idempotencyField, idInput, inputArg } from '../../graphql/input-fields.ts';
import { listOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { mutate, mutation } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadOf, payloadWith } from '../../graphql/payload.ts';
import { OLDEST_FIRST } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { ApiKeyRef, apiKeyById } from '../keys/index.ts';
import { urlProblems } from '../webhooks/index.ts';
import { type Partner, partners } from './partner-store.ts';
import { createPartner, deletePartner, partnerProblems, updatePartner } from './partners.ts';

export const WRITE = access({ tier: 'ENTERPRISE', permission: 'PARTNERS_WRITE' });

export const PartnerRef = builder.objectRef<Partner>('FootprintPartner').implement({
  description:
    'A business partner that exchanges footprints by PACT: a supplier, a customer, or both.',
  interfaces: [Node],
  extensions: access({ permission: 'PARTNERS_READ' }),
  fields: (t) => ({
    id: idField(t, 'footprintPartner'),
    ...exposed(t, {
      name: field('String', 'Name of the partner.'),
      url: field('URL', 'Address below which the partner answers `/auth/token` and `/3/…`.'),
      clientId: field('String', 'Client id that the partner gave.'),
      version: field('Int', 'Version of the object, 1 at first.'),
      createdAt: field('DateTime', 'Time of creation.'),
      updatedAt: field('DateTime', 'Time of the last change.'),
    }),
    apiKey: t.field({
      type: ApiKeyRef,
      nullable: true,
      description: 'Key that the partner uses here; null if it sends no events.',
      resolve: ({ apiKeyId }, _args, context) => apiKeyById(context, apiKeyId),
    }),
  }),
});

export const partnerById = defineLoaderById(partners.find);
registerNode('footprintPartner', { typename: 'FootprintPartner', load: partnerById });

const PartnerConnection = connectionType(
  PartnerRef,
  'FootprintPartner',
  'partners',
  'PARTNERS_READ',
);

builder.queryField('footprintPartners', (t) =>
  t.field({
    type: PartnerConnection,
    description: 'Partners for the exchange of footprints, oldest first.',
    args: pageArgs(),
    resolve: (_root, args, context) => listOf(context, args, partners, {}, OLDEST_FIRST),
  }),
);

const KEY =
  'Key with the permission FOOTPRINTS_READ that the partner uses here; its events are known by it.';

const CHECKED = checkedBy(partnerProblems);

const CreateInput = builder.inputType('CreateFootprintPartnerInput', {
  extensions: CHECKED,
  description: 'Address and credentials of a new partner for the exchange of footprints.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the partner.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: 'Address of its PACT host system: https, at a public address.',
    }),
    clientId: t.string({ required: true, description: 'Client id that the partner gave.' }),
    clientSecret: t.string({
      required: true,
      description: 'Client secret that the partner gave; stored encrypted and never shown.',
    }),
    apiKeyId: t.id({ description: KEY }),
    ...idempotencyField(t),
  }),
});

const UpdateInput = builder.inputType('UpdateFootprintPartnerInput', {
  extensions: CHECKED,
  description: 'Changes of a partner; an absent field keeps its value.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the partner.' }),
    ...changeFields(t),
    name: t.string({ description: 'Name of the partner.' }),
    url: t.field({ type: 'URL', description: 'Address of its PACT host system.' }),
    clientId: t.string({ description: 'Client id that the partner gave.' }),
    clientSecret: t.string({ description: 'Client secret that the partner gave.' }),
    apiKeyId: t.id({ description: `${KEY} Null takes it away.` }),
  }),
});

const DeleteInput = idInput(
  'DeleteFootprintPartnerInput',
  'The partner to delete.',
  'Id of the partner.',
);

const DeletePayload = payloadWith<{ readonly id: string }>('deleteFootprintPartner', (t) => ({
  deletedFootprintPartnerId: t.id({
    description: 'Id of the partner that is gone.',
    resolve: ({ id }) => encodeId('footprintPartner', id),
  }),
}));

/** The key of an input: undefined keeps the present one, null takes it away. */
async function keyOf(
  context: Context,
  id: string | null | undefined,
): Promise<string | null | undefined> {
  if (id === null || id === undefined) return id;
  const key = await apiKeyById(context, requiredUuid('apiKey', 'The API key', id));
  return orNotFound('The API key', key).id;
}

export function partnerIdOf(id: string): string {
  return requiredUuid('footprintPartner', 'The partner', id);
}

builder.mutationFields((t) => ({
  createFootprintPartner: t.field({
    type: payloadOf('createFootprintPartner', 'partner', PartnerRef, 'The new partner.'),
    description:
      'Registers a business partner for the exchange of footprints by PACT. An address and client id that a partner has are a CONFLICT. The credentials are tried at once; `credentialCheck` of the partner has the outcome within seconds, and a partner that is down is saved too.',
    extensions: WRITE,
    args: inputArg(CreateInput, 'Partner to register.'),
    resolve: async (_root, { input }, context, info) => {
      const { webhooks, footprints } = context.services;
      const problems = await urlProblems(context.scope, webhooks, input.url);
      const apiKeyId = await keyOf(context, input.apiKeyId);
      return mutate(context, info, input, async (work) => ({
        partner: await createPartner(work, footprints.box, { ...input, apiKeyId }, problems),
      }));
    },
  }),
  updateFootprintPartner: t.field({
    type: payloadOf(
      'updateFootprintPartner',
      'partner',
      PartnerRef,
      'The partner after the change.',
    ),
    description:
      'Changes the address, the credentials or the key of a partner. An address or credentials that are given are tried at once, as by `createFootprintPartner`.',
    extensions: WRITE,
    args: inputArg(UpdateInput, 'Partner and its changes.'),
    resolve: async (_root, { input }, context, info) => {
      const { webhooks, footprints } = context.services;
      const problems = await urlProblems(context.scope, webhooks, input.url);
      const apiKeyId = await keyOf(context, input.apiKeyId);
      const id = partnerIdOf(input.id);
      return mutate(context, info, input, async (work) => ({
        partner: await updatePartner(work, footprints.box, id, { ...input, apiKeyId }, problems),
      }));
    },
  }),
  deleteFootprintPartner: t.field({
    type: DeletePayload,
    description:
      'Deletes a partner with the requests to and from it. Footprints of components stay.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'PARTNERS_WRITE', freesRoom: true }),
    args: inputArg(DeleteInput, 'Partner to delete, by its id.'),
    resolve: mutation((work, input) => deletePartner(work, partnerIdOf(input.id))),
  }),
}));
