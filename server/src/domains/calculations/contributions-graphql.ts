import type { Alternatives, Contribution } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  type Connection,
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  type PageArgs,
} from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import type { Page } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Items } from '../../platform/json/index.ts';
import type { Context } from '../../rules/context.ts';
import type { CursorContext } from '../../rules/inputs/cursor.ts';
import { EmissionFactor, factorOf } from '../factors/index.ts';
import { FlowRoleEnum, LifecyclePhaseEnum } from './enums.ts';
import type { Calculation } from './model.ts';

const AlternativesRef = builder.objectRef<Alternatives>('FactorAlternatives').implement({
  description:
    'Other factors that serve the name of the material. One is chosen by the rule in docs/methods/factors.md; how far they differ is part of the variance of the result.',
  fields: (t) => ({
    ...exposed(t, {
      count: field('Int', 'Number of the other factors.'),
      logVariance: field(
        'Float',
        'Variance of the natural logarithm over the chosen factor and the alternatives.',
      ),
    }),
    lowKgCo2ePerUnit: t.exposeFloat('lowCo2eKgPerUnit', {
      description:
        'Lowest value among the chosen factor and the alternatives, in kg CO2e per unit of the chosen factor.',
    }),
    highKgCo2ePerUnit: t.exposeFloat('highCo2eKgPerUnit', {
      description:
        'Highest value among the chosen factor and the alternatives, in kg CO2e per unit of the chosen factor.',
    }),
    factors: t.field({
      type: [EmissionFactor],
      nullable: true,
      extensions: access({ size: 10 }),
      description: 'The first ten of them in the order of preference.',
      resolve: async ({ factorIds }, _args, context) => {
        const found = await Promise.all(factorIds.map((id) => namedFactorOf(context, id)));
        return found.flatMap((factor) => factor ?? []);
      },
    }),
  }),
});

const ContributionRef = builder.objectRef<Contribution>('Contribution').implement({
  description:
    'Contribution of one flow of the life cycle: amount × factor. The contributions add up to the total.',
  fields: (t) => ({
    ...exposed(t, {
      path: field('JSON', 'Path into the declaration, such as ["components", 0].'),
      label: field('String', 'Human-readable description.'),
      phase: field(LifecyclePhaseEnum, 'The stage it counts in.'),
      role: field(FlowRoleEnum, 'Part of the activity that the contribution covers.'),
      amount: field('Float', 'Amount of the activity, in `unit`.'),
      unit: field('String', 'Unit of the factor.'),
      co2eKg: field('Float', 'Greenhouse gases in kg CO2e.'),
      share: field(
        'Float',
        'Share of the total, where 1 is all of it. Negative for a credit; credits can raise other shares above 1.',
      ),
      factorId: field('ID', 'Id of the factor.'),
      factorName: field('String', "The source's own name of the factor."),
      geography: field('String', 'Region in which the factor is valid.'),
      year: nullable('Int', 'The year the factor is of.'),
      source: field(
        'String',
        "Publication of the factor, or the company of a supplier's own footprint. Empty if the source states none.",
      ),
      sourceReference: nullable(
        'String',
        "Id of a supplier's own footprint. Null for factors of a library: `factor` has their reference.",
      ),
      alternatives: nullable(
        AlternativesRef,
        'Other factors for the same material with their spread. Null if there are none, and in BASIC results.',
      ),
    }),
    kgCo2ePerUnit: t.exposeFloat('co2eKgPerUnit', {
      description: 'Value of the factor in kg CO2e per unit, as used.',
    }),
    factor: t.field({
      type: EmissionFactor,
      nullable: true,
      description:
        "The factor itself; null when it came with the input, as a supplier's own footprint does, or when its set was deleted.",
      resolve: ({ factorId }, _args, context) => namedFactorOf(context, factorId),
    }),
  }),
});

async function namedFactorOf(context: Context, factorId: string) {
  const uuid = decodeId('factor', factorId);
  return uuid === undefined ? undefined : factorOf(context, uuid);
}

export const ContributionConnection = connectionType(
  ContributionRef,
  'Contribution',
  'contributions',
);

/** A result is loaded whole, so its contributions are paged in memory, by their rank. */
export function contributionPage(
  context: CursorContext,
  calculation: Calculation,
  all: Items<Contribution>,
  args: PageArgs,
): Promise<Connection<Contribution>> {
  const ranks = new Map<Contribution, number>();
  const load = async ({ limit, isBackward, from }: Page) => {
    const bound = Number(from?.key[0] ?? (isBackward ? all.length : -1));
    const [before, after] = from?.isInclusive ? [bound + 1, bound] : [bound, bound + 1];
    const start = isBackward ? Math.max(0, before - limit) : after;
    const page = all.slice(start, isBackward ? before : after + limit);
    for (const [at, contribution] of page.entries()) ranks.set(contribution, start + at);
    return isBackward ? page.toReversed() : page;
  };
  return connectionOf(
    context,
    args,
    {
      list: `contributions ${calculation.id}`,
      load,
      key: (contribution) => [ranks.get(contribution) ?? 0],
      count: async () => ({ total: all.length, isExact: true }),
    },
    DEFAULT_NESTED_PAGE_SIZE,
  );
}
