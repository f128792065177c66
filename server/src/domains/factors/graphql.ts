import type { Factor } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import {
  type Count,
  connectionOf,
  connectionType,
  MAX_EXACT_COUNT,
  pageArgs,
} from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { registerNode } from '../../graphql/node.ts';
import { notFound } from '../../graphql/refusal.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { type FactorCatalogue, setsNamed } from './catalogue.ts';
import { EmissionFactor, FactorSet } from './graphql-types.ts';
import type { FactorSetRow } from './model.ts';
import { countFactors, type FactorFilter, listFactors } from './store.ts';

registerNode('factorSet', {
  typename: 'FactorSet',
  load: async ({ services }, id) => services.factors.setById.get(id),
});

registerNode('factor', {
  typename: 'EmissionFactor',
  load: async ({ services }, id) => services.factors.factorById.get(id),
});

const EmissionFactorConnection = connectionType(
  EmissionFactor,
  'EmissionFactor',
  'emission factors',
  'FACTORS_READ',
);

const EmissionFactorFilter = builder.inputType('EmissionFactorFilter', {
  description: 'Which emission factors to list; all conditions must hold.',
  fields: (t) => ({
    text: t.string({
      description: 'Words that must occur in name, category, activity, geography or note.',
    }),
    set: t.string({
      description: 'Slug, name or id of a set or pack. Without it packs are left out.',
    }),
    geography: t.string({
      description: 'Geography as the factor has it: `FR`, `GLO`, `EU`, `US-eGRID-CAMX`, …',
    }),
    year: t.int({ description: 'Year of the factor.' }),
    unit: t.string({ description: 'Unit of the factor: `kg`, `kWh`, `t.km`, …' }),
    activity: t.string({
      description: 'Words that must occur in the kind of activity, the category or subcategory.',
    }),
  }),
});

builder.queryField('emissionFactors', (t) =>
  t.field({
    type: EmissionFactorConnection,
    nullable: true,
    description: 'Factors of the library, newest sets first.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: EmissionFactorFilter, description: 'Which factors to list.' }),
    },
    resolve: (_root, { filter, ...page }, context) => {
      const sets = setsNamed(context.services.factors.sets, filter?.set ?? undefined, (set) =>
        encodeId('factorSet', set.id),
      );
      const conditions = conditionsOf(filter ?? {});
      const setIds = sets.map((set) => set.id);
      return connectionOf(context, page, {
        list: 'emissionFactors',
        load: (part) => listFactors(context.db, setIds, conditions, part),
        key: (factor) => [factor.id],
        count: () => countMatching(context, sets, conditions),
      });
    },
  }),
);

builder.queryField('emissionFactor', (t) =>
  t.field({
    type: EmissionFactor,
    nullable: true,
    description: 'One factor by its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the factor.' }) },
    resolve: (_root, { id }, { services }) => {
      const factor = findFactor(services.factors, id);
      if (factor === undefined) throw notFound(`The emission factor ${id}`);
      return factor;
    },
  }),
);

builder.queryField('factorSets', (t) =>
  t.field({
    type: [FactorSet],
    nullable: true,
    description:
      'Every set and pack of the library with its licence and attribution, newest first.',
    extensions: gate({ size: 12 }),
    resolve: (_root, _args, { services }) => [...services.factors.sets],
  }),
);

function findFactor(catalogue: FactorCatalogue, id: string): Factor | undefined {
  const uuid = decodeId('factor', id);
  return uuid === undefined ? undefined : catalogue.factorById.get(uuid);
}

type Given<Value> = { readonly [Name in keyof Value]?: Value[Name] | null };

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
  { db }: Context,
  sets: readonly FactorSetRow[],
  conditions: FactorFilter,
): Promise<Count> {
  if (Object.values(conditions).every((condition) => condition === undefined)) {
    return { total: sets.reduce((sum, set) => sum + set.factorCount, 0), isExact: true };
  }
  const ids = sets.map((set) => set.id);
  const counted = await countFactors(db, ids, conditions, MAX_EXACT_COUNT);
  return { total: Math.min(counted, MAX_EXACT_COUNT), isExact: counted <= MAX_EXACT_COUNT };
}
