import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { searchedText, timeFilters } from '../../graphql/input-fields.ts';
import {
  filterArg,
  listOf,
  objectInFilter,
  sortArg,
  sortInput,
  sortOf,
} from '../../graphql/list.ts';
import { objectField, referenceTo, shortField } from '../../graphql/reference.ts';
import type { TenantDb } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { badInput, orNotFound } from '../../rules/errors/api-error.ts';
import { parseDigitalLink } from '../../rules/gs1/digital-link.ts';
import { givenIdentifiers } from '../../rules/inputs/named-object.ts';
import { inFilter } from '../../rules/inputs/problems.ts';
import { gtin14, products } from '../products/index.ts';
import { schemaProblems } from './content/draft.ts';
import { DppStatusEnum, FootprintStateEnum, GranularityEnum } from './enums.ts';
import { DppConnection, DppRef } from './graphql.ts';
import { identityOf } from './identity.ts';
import type { Dpp } from './model.ts';
import { dpps, findLivingByIdentity } from './store.ts';

/** The passport addressed by exactly one identifier. */
export const dppReference = referenceTo('dpp', 'passport');

const DppFilterInput = builder.inputType('DPPFilter', {
  description: 'Filter of passports; all given conditions must hold.',
  fields: (t) => ({
    text: searchedText(t, 'Only passports whose name contains this text (case-insensitive).'),
    status: t.field({
      type: [DppStatusEnum],
      description: 'Only passports in one of these states.',
    }),
    granularity: t.field({
      type: [GranularityEnum],
      description: 'Only passports of one of these levels.',
    }),
    product: objectField(t, 'Only passports of this product, its batches and items.'),
    productId: shortField(t, 'product'),
    gtin: t.string({ description: 'Only passports of this GTIN, with or without leading zeros.' }),
    schema: t.string({ description: 'Only passports of this schema, such as battery.' }),
    footprintState: t.field({
      type: [FootprintStateEnum],
      description:
        'Only passports whose footprint has one of these states: OUTDATED finds those that `refreshFootprint` brings up to date.',
    }),
    ...timeFilters(t),
  }),
});

const DppSortInput = sortInput('DPP', 'passports', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
});

builder.queryFields((t) => ({
  dpps: t.field({
    type: DppConnection,
    description:
      'Passports of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(DppFilterInput), ...sortArg(DppSortInput) },
    resolve: async (_root, { filter, sortBy, ...args }, context) => {
      const unknown = filter?.schema == null ? [] : schemaProblems(filter.schema, ['schema']);
      if (unknown.length > 0) throw badInput(unknown.map(inFilter));
      const productId = await objectInFilter(context, 'product', filter, products);
      const gtin = filter?.gtin == null ? undefined : gtin14(filter.gtin);
      const wanted = { ...filter, schemaId: filter?.schema, productId, gtin };
      return listOf(context, args, dpps, wanted, sortOf(sortBy));
    },
  }),
  dpp: t.field({
    type: DppRef,
    extensions: access({ permission: 'DPPS_READ' }),
    description: 'One passport, by its id, your own id, or an address of it.',
    args: {
      id: t.arg.id({ description: 'Globally unique id of the passport.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
      uri: t.arg.string({
        description:
          'Public address of the passport, or the GS1 Digital Link of its product: whatever the host.',
      }),
    },
    resolve: async (_root, { uri, ...named }, context) => {
      const identifiers = givenIdentifiers(named).length + (typeof uri === 'string' ? 1 : 0);
      if (identifiers !== 1) {
        const message = 'Say which passport by exactly one of its id, externalId and uri.';
        throw badInput([{ path: [], code: 'EXACTLY_ONE', message }]);
      }
      const found =
        typeof uri === 'string'
          ? await findByUri(context, uri)
          : await dpps.named(context, dppReference(named, []));
      return orNotFound('The passport', found);
    },
  }),
}));

/** A passport of the tenant by `…/dpp/{id}` or by a GS1 Digital Link of exactly its level. */
async function findByUri(tenant: TenantDb, uri: string): Promise<Dpp | undefined> {
  const path = URL.parse(uri)?.pathname ?? uri;
  const id = decodeId('dpp', /\/dpp\/([^/]+)/.exec(path)?.[1] ?? '');
  if (id !== undefined) return dpps.named(tenant, { by: 'id', value: id });
  const { link } = parseDigitalLink(uri);
  if (link?.key.ai !== '01') return undefined;
  const valueOfAi = (wanted: string) =>
    link.qualifiers.find(({ ai }) => ai === wanted)?.value ?? null;
  const identity = identityOf({
    gtin: link.key.value,
    productId: null,
    batchNumber: valueOfAi('10'),
    serialNumber: valueOfAi('21'),
  });
  const [living] = await findLivingByIdentity(tenant, [identity]);
  return living;
}
