import {
  type ComparedImpacts,
  EQUIVALENCY_LOCALES,
  EQUIVALENCY_UNITS,
  type Equivalency,
  type EquivalencyKind,
  equivalenciesOf,
  type ImpactCategory,
} from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { CalculationRef, resultOf } from '../calculations/index.ts';
import { EmissionFactor, factorOf } from '../factors/index.ts';
import {
  EquivalencyDirectionEnum,
  EquivalencyIndicatorEnum,
  EquivalencyKindEnum,
} from './enums.ts';

const EquivalencyRef = builder.objectRef<Equivalency>('Equivalency').implement({
  description:
    'An impact expressed by something that people know, with the source of the comparison.',
  fields: (t) => ({
    kind: t.field({
      type: EquivalencyKindEnum,
      description: 'Thing that the impact is compared with.',
      resolve: ({ row }) => row.kind,
    }),
    indicator: t.field({
      type: EquivalencyIndicatorEnum,
      description: 'Impact that is compared.',
      resolve: ({ row }) => row.indicator,
    }),
    direction: t.field({
      type: EquivalencyDirectionEnum,
      description: 'Direction of the compared amount: emitted, or taken up by the thing.',
      resolve: ({ row }) => row.direction,
    }),
    ...exposed(t, {
      text: field('String', 'Sentence in the language asked for, with two significant figures.'),
      amount: field('Float', 'Number of things, not rounded: impact / `impactPerUnit`.'),
      roundedAmount: field('Float', 'Number of things with two significant figures, as in `text`.'),
      region: field('String', 'Country or region of the value; `GLO` for the world.'),
      year: field('Int', 'Year of the value.'),
    }),
    impactPerUnit: t.exposeFloat('perUnit', {
      description: 'Impact of one thing, in `impactUnit`.',
    }),
    impactUnit: t.string({
      description: 'Unit of the impact: kg CO2e, m3 world eq or MJ.',
      resolve: ({ row }) => EQUIVALENCY_UNITS[row.indicator],
    }),
    set: t.string({
      description: 'Name and version of the set of equivalencies.',
      resolve: ({ row }) => row.set,
    }),
    derivation: t.string({
      description: 'Calculation of `impactPerUnit` from published figures.',
      resolve: ({ row }) => row.derivation,
    }),
    source: t.string({
      description: 'Publication of the value.',
      resolve: ({ row }) => row.source,
    }),
    sourceUrl: t.field({
      type: 'URL',
      description: 'Address of the publication.',
      resolve: ({ row }) => row.sourceUrl,
    }),
    licence: t.string({
      description: 'Licence of the value.',
      resolve: ({ row }) => row.licence,
    }),
    note: t.string({
      nullable: true,
      description: 'Limits of the comparison; null if there are none to name.',
      resolve: ({ row }) => (row.note === '' ? null : row.note),
    }),
    factors: t.field({
      type: [EmissionFactor],
      nullable: true,
      extensions: access({ size: 3 }),
      description:
        'Emission factors of the library behind `impactPerUnit`; empty for a published value.',
      resolve: async ({ factors }, _args, context) => {
        const ids = factors.flatMap(({ id }) => decodeId('factor', id) ?? []);
        const found = await Promise.all(ids.map((id) => factorOf(context, id)));
        return found.filter((factor) => factor !== undefined);
      },
    }),
  }),
});

/** Arguments of every field that gives equivalencies. */
const choices = builder.args((t) => ({
  region: t.field({
    type: 'CountryCode',
    description:
      'Country whose values and grid are taken where they exist; world values and those of other countries otherwise.',
  }),
  locale: t.string({
    description:
      'Language of the texts: en, de, fr, es, it, nl or pl; a region is ignored, as in `de-AT`. English by default.',
  }),
  kinds: t.field({
    type: [EquivalencyKindEnum],
    description:
      'Only these, whatever their amount. By default all that give 1 to 1,000, or else the one that is nearest to that.',
  }),
}));

type Choices = {
  readonly region?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly kinds?: readonly EquivalencyKind[] | null | undefined;
};

/** Equivalencies of impacts as a caller asks for them. */
export function equivalenciesFor(
  { services: { equivalencies } }: Context,
  impacts: ComparedImpacts,
  { region, locale, kinds }: Choices,
): Equivalency[] {
  return equivalenciesOf(impacts, equivalencies.tables, equivalencies.library, {
    locale: readLocale(locale),
    ...(region != null && { region }),
    ...(kinds != null && { kinds }),
  });
}

function readLocale(text: string | null | undefined) {
  if (text === null || text === undefined) return undefined;
  const language = text.toLowerCase().split(/[-_]/)[0];
  const locale = EQUIVALENCY_LOCALES.find((known) => known === language);
  if (locale !== undefined) return locale;
  const message = `There are no texts in "${text}"; give one of ${EQUIVALENCY_LOCALES.join(', ')}.`;
  throw badInput([{ path: ['locale'], code: 'UNKNOWN', message }]);
}

/** Options of a field of type `[Equivalency]`, without its resolver. */
export const equivalenciesField = () => ({
  type: [EquivalencyRef] satisfies [unknown],
  nullable: true as const,
  extensions: access({ tier: 'GROWTH', size: 8 }),
  args: choices,
});

builder.queryField('equivalencies', (t) =>
  t.field({
    ...equivalenciesField(),
    description:
      'Impacts expressed by things that people know. Amounts of zero and below have no equivalencies.',
    args: {
      co2eKg: t.arg.float({ required: true, description: 'Greenhouse gases in kg CO2e.' }),
      waterUseM3: t.arg.float({
        description: 'Water use in m3 world eq, as in the indicator WU; left out by default.',
      }),
      fossilEnergyMj: t.arg.float({
        description: 'Fossil energy in MJ, as in the indicator RUF; left out by default.',
      }),
      ...choices,
    },
    resolve: (_root, { co2eKg, waterUseM3, fossilEnergyMj, ...wanted }, context) => {
      const impacts = {
        CLIMATE: co2eKg,
        ...(waterUseM3 != null && { WATER: waterUseM3 }),
        ...(fossilEnergyMj != null && { FOSSIL_ENERGY: fossilEnergyMj }),
      };
      return equivalenciesFor(context, impacts, wanted);
    },
  }),
);

builder.objectField(CalculationRef, 'equivalencies', (t) =>
  t.field({
    ...equivalenciesField(),
    description:
      'The result expressed by things that people know: climate, and water use and fossil energy where all factors have them. Empty for a result of zero or below.',
    resolve: async (calculation, args, context) => {
      const { co2eKg } = calculation;
      if (co2eKg === null) return [];
      const full = (await resultOf(context, calculation))?.full;
      const complete = (code: ImpactCategory) =>
        full?.indicators.find((found) => found.code === code && found.isComplete)?.value;
      const waterM3 = complete('WU');
      const fossilMj = complete('RUF');
      const impacts = {
        CLIMATE: co2eKg,
        ...(waterM3 != null && { WATER: waterM3 }),
        ...(fossilMj != null && { FOSSIL_ENERGY: fossilMj }),
      };
      return equivalenciesFor(context, impacts, args);
    },
  }),
);
