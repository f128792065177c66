import type { SourcedFactor } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  type Count,
  connectionOf,
  connectionType,
  countUpTo,
  pageArgs,
} from '../../graphql/connection.ts';
import { searchedText } from '../../graphql/input-fields.ts';
import { assertSearchable, filterArg } from '../../graphql/list.ts';
import { registerNode } from '../../graphql/node.ts';
import { type Given, limitOf, type Page } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { enabledPacks, factorOf, ownSets, setOf } from './loaders-graphql.ts';
import type { FactorSetRow } from './model.ts';
import { countOwnFactors, listOwnFactors } from './own-store.ts';
import { setsNamed } from './sets.ts';
import { countFactors, type FactorFilter, listFactors } from './store.ts';
import { EmissionFactor, FactorSet } from './types-graphql.ts';

registerNode('factorSet', {
  typename: 'FactorSet',
  load: setOf,
});

registerNode('factor', {
  typename: 'EmissionFactor',
  load: factorOf,
});

const EmissionFactorConnection = connectionType(
  EmissionFactor,
  'EmissionFactor',
  'emission factors',
  'FACTORS_READ',
);

const EmissionFactorFilter = builder.inputType('EmissionFactorFilter', {
  description: 'Filter of emission factors; all given conditions must hold.',
  fields: (t) => ({
    text: searchedText(t, 'Words that must occur in name, category, activity, geography or note.'),
    set: t.string({
      description:
        'Slug, name or id of a set or pack. Without it packs that are not enabled are left out.',
    }),
    geography: t.string({
      description: 'Geography as the factor has it: `FR`, `GLO`, `EU`, `US-eGRID-CAMX`, …',
    }),
    year: t.int({ description: 'Year of the factor.' }),
    unit: t.string({ description: 'Unit of the factor: `kg`, `kWh`, `t.km`, …' }),
    activity: searchedText(
      t,
      'Words that must occur in the kind of activity, the category or subcategory.',
    ),
  }),
});

builder.queryField('emissionFactors', (t) =>
  t.field({
    type: EmissionFactorConnection,
    description: 'Factors of the library, newest sets first.',
    args: { ...pageArgs(), ...filterArg(EmissionFactorFilter) },
    resolve: async (_root, { filter, ...page }, context) => {
      assertSearchable(filter?.text, ['filter', 'text']);
      assertSearchable(filter?.activity, ['filter', 'activity']);
      const named = filter?.set ?? undefined;
      const enabled = await enabledPacks(context, 'all');
      const shared = setsNamed(context.services.factors.sets, named, publicId, enabled);
      const own = setsNamed(await ownSets(context, 'all'), named, publicId);
      const conditions = conditionsOf(filter ?? {});
      return connectionOf(context, page, {
        list: 'emissionFactors',
        load: (part) => pageOf(context, shared, own, conditions, part),
        key: (factor) => [factor.id],
        count: () => countMatching(context, shared, own, conditions),
      });
    },
  }),
);

builder.queryField('emissionFactor', (t) =>
  t.field({
    type: EmissionFactor,
    description: 'One factor by its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the factor.' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = decodeId('factor', id);
      return orNotFound(
        `The emission factor ${id}`,
        uuid === undefined ? undefined : await factorOf(context, uuid),
      );
    },
  }),
);

builder.queryField('factorSets', (t) =>
  t.field({
    type: [FactorSet],
    description: 'Your own sets, then every set and pack of the library, each newest first.',
    extensions: access({ size: 12 }),
    resolve: async (_root, _args, context) => [
      ...(await ownSets(context, 'all')),
      ...context.services.factors.sets,
    ],
  }),
);

function publicId(set: FactorSetRow): string {
  return encodeId('factorSet', set.id);
}

/** Shared and own factors are in two tables and are listed together, in the order of their ids. */
async function pageOf(
  context: Context,
  shared: readonly FactorSetRow[],
  own: readonly FactorSetRow[],
  conditions: FactorFilter,
  page: Page,
): Promise<SourcedFactor[]> {
  const sharedRows = listFactors(context.db, idsOf(shared), conditions, page);
  if (own.length === 0) return sharedRows;
  const rows = [
    ...(await sharedRows),
    ...(await listOwnFactors(context, idsOf(own), conditions, page)),
  ];
  const direction = page.isBackward ? 1 : -1;
  return rows.sort((a, b) => (a.id < b.id ? -direction : direction)).slice(0, limitOf(page));
}

function idsOf(sets: readonly FactorSetRow[]): string[] {
  return sets.map((set) => set.id);
}

function conditionsOf(filter: Given<FactorFilter>): FactorFilter {
  const { text, activity, geography, year, unit } = filter;
  return {
    text: text ?? undefined,
    activity: activity ?? undefined,
    geography: geography ?? undefined,
    year: year ?? undefined,
    unit: unit ?? undefined,
  };
}

/** Whole sets know their size; anything narrower is counted, up to the limit of exactness. */
async function countMatching(
  context: Context,
  shared: readonly FactorSetRow[],
  own: readonly FactorSetRow[],
  conditions: FactorFilter,
): Promise<Count> {
  if (Object.values(conditions).every((condition) => condition === undefined)) {
    const total = [...shared, ...own].reduce((sum, set) => sum + set.factorCount, 0);
    return { total, isExact: true };
  }
  return countUpTo(async (limit) => {
    const [sharedCount, ownCount] = await Promise.all([
      countFactors(context.db, idsOf(shared), conditions, limit),
      own.length === 0 ? 0 : countOwnFactors(context, idsOf(own), conditions, limit),
    ]);
    return sharedCount + ownCount;
  });
}
