import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../../graphql/connection.ts';
import { exposed, field, nullable } from '../../../graphql/fields.ts';
import { checkedBy } from '../../../graphql/further-problems.ts';
import { idempotencyField, idInput, inputArg } from '../../../graphql/input-fields.ts';
import { filterArg, listOf, objectInFilter } from '../../../graphql/list.ts';
import { defineLoaderById } from '../../../graphql/loader.ts';
import { mutation } from '../../../graphql/mutation.ts';
import { defineNestedConnection } from '../../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../../graphql/node.ts';
import { payloadOf, payloadWith } from '../../../graphql/payload.ts';
import { recordFields } from '../../../graphql/property-fields.ts';
import { objectField, shortField } from '../../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../../platform/database/index.ts';
import { badInput } from '../../../rules/errors/api-error.ts';
import { givenIdentifiers, requiredUuid } from '../../../rules/inputs/named-object.ts';
import { inFilter } from '../../../rules/inputs/problems.ts';
import { ProductRef, productById, products } from '../../products/index.ts';
import { schemaProblems } from '../content/draft.ts';
import { PLAIN_NAME } from '../content/graphql.ts';
import { GrantedAudienceEnum, GrantStateEnum } from '../enums.ts';
import { DppRef, dppById } from '../graphql.ts';
import { namedDpp, namedProduct, WRITE } from '../mutations-graphql.ts';
import { dpps } from '../store.ts';
import { endProblems, grantDppAccess, revokeDppAccess, stateOfGrant } from './service.ts';
import { type DppGrant, findGrantUses, GRANT, type GrantUse, grants } from './store.ts';

const SHOWN_USES = 50;

const UseRef = builder.objectRef<GrantUse>('DppGrantUse').implement({
  description: 'A passport that was read with a grant.',
  fields: (t) => ({
    dpp: t.field({
      type: DppRef,
      nullable: true,
      description: 'The passport.',
      resolve: ({ dppId }, _args, context) => dppById(context, dppId),
    }),
    usedAt: t.expose('usedAt', { type: 'DateTime', description: 'Time of the use.' }),
  }),
});

const GrantRef = builder.objectRef<DppGrant>('DppGrant').implement({
  description: 'Access of one holder to fields of passports that are not public.',
  interfaces: [Node],
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'dppGrant', GRANT),
    ...exposed(t, {
      audience: field(GrantedAudienceEnum, 'Audience that the holder reads as.'),
      schemaId: nullable(
        'String',
        'Schema whose passports the grant opens; null if it has no such condition.',
      ),
    }),
    state: t.field({
      type: GrantStateEnum,
      description: 'Current state of the grant.',
      resolve: stateOfGrant,
    }),
    dpp: t.field({
      type: DppRef,
      nullable: true,
      description: 'The only passport of the grant; null if it is of many.',
      resolve: ({ dppId }, _args, context) => dppById(context, dppId),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product whose passports the grant opens; null if it has no such condition.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    uses: t.field({
      type: [UseRef],
      extensions: access({ size: 5 }),
      description: `Last uses of the grant, newest first, at most ${SHOWN_USES}.`,
      resolve: ({ id }, _args, context) => findGrantUses(context, id, SHOWN_USES),
    }),
  }),
});

registerNode('dppGrant', { typename: 'DppGrant', load: defineLoaderById(grants.find) });

const GrantConnection = connectionType(GrantRef, 'DppGrant', 'grants', 'DPPS_READ');

const grantsOfDpp = defineNestedConnection({
  list: 'grants of',
  ...grants.below('dpp_id'),
  key: ({ id }) => [id],
});

builder.objectField(DppRef, 'grants', (t) =>
  t.field({
    type: GrantConnection,
    nullable: true,
    description:
      'Grants of exactly this passport, oldest first; those of its product or schema are in `dppGrants`.',
    args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
    resolve: ({ id }, args, context) => grantsOfDpp(context, id, args),
  }),
);

const GrantFilterInput = builder.inputType('DppGrantFilter', {
  description: 'Filter of grants; all given conditions must hold.',
  fields: (t) => ({
    dpp: objectField(
      t,
      'Only grants of exactly this passport; grants of its product or schema open it too.',
    ),
    dppId: shortField(t, 'dpp'),
    product: objectField(t, 'Only grants of passports of this product.'),
    productId: shortField(t, 'product'),
    schema: t.string({
      description: 'Only grants of passports of this schema, such as battery.',
      extensions: checkedBy(schemaProblems),
    }),
    holder: t.string({ description: 'Only grants of this holder, by exactly this name.' }),
    state: t.field({ type: [GrantStateEnum], description: 'Only grants in one of these states.' }),
  }),
});

builder.queryField('dppGrants', (t) =>
  t.field({
    type: GrantConnection,
    description: 'Grants of access to passports, newest first.',
    args: { ...pageArgs(), ...filterArg(GrantFilterInput) },
    resolve: async (_root, { filter, ...args }, context) => {
      const unknown = filter?.schema == null ? [] : schemaProblems(filter.schema, ['schema']);
      if (unknown.length > 0) throw badInput(unknown.map(inFilter));
      const wanted = {
        ...filter,
        schemaId: filter?.schema,
        dppId: await objectInFilter(context, 'dpp', filter, dpps),
        productId: await objectInFilter(context, 'product', filter, products),
      };
      return listOf(context, args, grants, wanted, NEWEST_FIRST);
    },
  }),
);

const GrantInput = builder.inputType('GrantDppAccessInput', {
  description: 'Access of one holder: to one passport, or to all of a product or a schema.',
  fields: (t) => ({
    dpp: objectField(t, 'The only passport of the grant.'),
    dppId: shortField(t, 'dpp'),
    product: objectField(t, 'Product whose passports the grant opens.'),
    productId: shortField(t, 'product'),
    schema: t.string({
      description: 'Schema whose passports the grant opens.',
      extensions: checkedBy(schemaProblems),
    }),
    audience: t.field({
      type: GrantedAudienceEnum,
      required: true,
      description: 'Audience that the holder reads as.',
    }),
    purpose: t.string({
      required: true,
      description: 'Purpose of the grant.',
      extensions: PLAIN_NAME,
    }),
    holder: t.string({
      required: true,
      description: 'Organization that holds the grant.',
      extensions: PLAIN_NAME,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'End of the grant, at most two years ahead.',
      extensions: checkedBy(endProblems),
    }),
    ...idempotencyField(t),
  }),
});

const RevokeInput = idInput('RevokeDppAccessInput', 'The grant to revoke.', 'Id of the grant.');

type Granted = { readonly grant: DppGrant; readonly token: string | null };

const GrantPayload = payloadWith<Granted>('grantDppAccess', (t) =>
  exposed(t, {
    grant: nullable(GrantRef, 'The new grant.'),
    token: nullable(
      'String',
      'Token that the holder sends as `Authorization: Bearer …`. Shown once; null when the request is repeated.',
    ),
  }),
);

builder.mutationFields((t) => ({
  grantDppAccess: t.field({
    type: GrantPayload,
    description: 'Grants a holder access to fields that are not public. Each use is recorded.',
    extensions: access(WRITE),
    args: inputArg(GrantInput, 'Holder, audience and passports of the grant.'),
    resolve: mutation(
      async (work, input): Promise<Granted> => {
        const { audience, purpose, holder, schema: schemaId = null } = input;
        const ofProduct = { id: input.productId, object: input.product };
        const dpp = await namedDpp(work, 'dpp', { id: input.dppId, object: input.dpp });
        const product =
          givenIdentifiers(ofProduct).length === 0
            ? undefined
            : await namedProduct(work, ofProduct);
        const draft = {
          dppId: dpp?.id ?? null,
          productId: product?.id ?? null,
          ...{ schemaId, audience, purpose, holder },
        };
        return grantDppAccess(work, draft, input.expiresAt);
      },
      (granted) => ({ ...granted, token: null }),
    ),
  }),
  revokeDppAccess: t.field({
    type: payloadOf('revokeDppAccess', 'grant', GrantRef, 'The grant, revoked.'),
    description: 'Revokes a grant at once.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(RevokeInput, 'Grant to revoke, by its id.'),
    resolve: mutation(async (work, input) => ({
      grant: await revokeDppAccess(work, requiredUuid('dppGrant', 'The grant', input.id)),
    })),
  }),
}));
