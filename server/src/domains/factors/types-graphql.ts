import { IMPACT_CATEGORIES, type ImpactCategory, type SourcedFactor } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { Node } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { type Evidence, FactorEvidenceEnum, ImpactCategoryEnum } from './enums.ts';
import { enabledPacks, setOf } from './loaders-graphql.ts';
import { type FactorSetRow, IMPACT_CATEGORY_FACTS } from './model.ts';

export const FactorSet = builder.objectRef<FactorSetRow>('FactorSet').implement({
  description:
    'A published collection of emission factors: immutable, versioned, licensed. A newer edition is another set.',
  interfaces: [Node],
  extensions: access({ permission: 'FACTORS_READ' }),
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      description: 'Id of the set, the same in every installation.',
      resolve: (set) => encodeId('factorSet', set.id),
    }),
    ...exposed(t, {
      slug: field(
        'String',
        'Name and version in one word, such as `desnz-2025`: what `filter.set` takes.',
      ),
      name: field('String', 'Short name, the same for all versions.'),
      version: field('String', 'Version or edition of the set.'),
      publisher: field('String', 'Publisher of the source.'),
      licence: field(
        'String',
        'Licence of the set: an SPDX identifier, or `US-PD`, `OGL-UK-3.0`, `etalab-2.0`.',
      ),
      licenceUrl: nullable('URL', 'URL of the licence text.'),
      attribution: field(
        'String',
        'Attribution that must be shown with every value of this set and every result computed from it.',
      ),
      sourceUrl: nullable('URL', 'URL of the source at its publisher.'),
      releasedOn: field('Date', 'Day of publication, or the first of its month or quarter.'),
      indicatorSet: nullable(
        'String',
        'Set of its further indicators, `EF 3.1`; null when it has climate change alone.',
      ),
      isOptional: field(
        'Boolean',
        'True if the set is a pack, used only by organizations that enable it.',
      ),
      contentHash: field(
        'String',
        'SHA-256 over the files of the set: equal hashes, equal numbers.',
      ),
      factorCount: field('Int', 'Number of factors in the set.'),
    }),
    title: t.string({ description: 'Full title of the source.', resolve: (set) => set.title }),
    attributionUrls: t.field({
      type: ['URL'],
      description: 'Links that the licence requires next to the attribution.',
      extensions: access({ size: 0 }),
      resolve: (set) => [...set.attributionUrls],
    }),
    gwpSets: t.stringList({
      description: 'Global warming potentials behind its values, such as `AR5-100`.',
      extensions: access({ size: 0 }),
      resolve: (set) => [...set.gwpSets],
    }),
    isOwn: t.boolean({
      description: 'True if your organization imported the set; other organizations cannot see it.',
      resolve: (set, _args, { services }) => !services.factors.setById.has(set.id),
    }),
    isEnabled: t.boolean({
      description:
        'True if your calculations use the set: every set except packs that are not enabled.',
      resolve: async (set, _args, context) =>
        !set.isOptional || (await enabledPacks(context, 'all')).has(set.id),
    }),
  }),
});

type IndicatorValue = { readonly category: ImpactCategory; readonly value: number };

const FactorIndicator = builder.objectRef<IndicatorValue>('FactorIndicator').implement({
  description: 'One impact category of a factor, per unit of the factor.',
  fields: (t) => ({
    ...exposed(t, {
      category: field(ImpactCategoryEnum, 'The impact category.'),
      value: field('Float', 'Value per unit of the factor, as published.'),
    }),
    unit: t.string({
      description: 'Unit of the value.',
      resolve: (indicator) => IMPACT_CATEGORY_FACTS[indicator.category].unit,
    }),
  }),
});

function evidenceOf(text: string | undefined): Evidence {
  if (text === 'read') return 'READ';
  if (text === 'known') return 'KNOWN';
  return text === 'composed' ? 'COMPOSED' : 'PUBLISHED';
}

export const EmissionFactor = builder.objectRef<SourcedFactor>('EmissionFactor').implement({
  description: 'Emissions per unit of an activity, as a source published them.',
  interfaces: [Node],
  extensions: access({ permission: 'FACTORS_READ' }),
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      description: 'Id of the factor, the same in every installation.',
      resolve: (factor) => encodeId('factor', factor.id),
    }),
    ...exposed(t, {
      sourceId: field('String', "The source's own id of the row."),
      activity: field(
        'String',
        'Kind of activity: `material_production`, `energy`, `energy_wtt`, `transport`, `end_of_life`, …',
      ),
      category: field('String', "The source's category."),
      subcategory: field('String', "The source's subcategory."),
      co2eKgPerUnit: field('Float', 'Published value: kg CO2e per unit, biogenic CO2 left out.'),
      unit: field('String', 'Unit of the activity: `kg`, `t`, `kWh`, `t.km`, `mmBtu_hhv`, …'),
      geography: field(
        'String',
        'Region in which it is valid: ISO 3166-1 alpha-2, `XK`, `GLO`, `EU` and `RER` (Europe), `US-eGRID-…` or `region:…`.',
      ),
      year: nullable('Int', 'Year it holds for; null when the source has none.'),
      gwpSet: field('String', 'Global warming potentials behind the value, such as `AR5-100`.'),
      details: nullable('JSON', 'Columns that only this source has, by their own names.'),
      source: field('String', 'Publication of the value.'),
      sourceTable: field('String', 'Table or sheet of the publication.'),
      sourceReference: field('String', 'The very file and row that was read.'),
      sourceNote: field('String', 'Remark of the source; may be empty.'),
    }),
    name: t.string({ description: "The source's own name.", resolve: (factor) => factor.name }),
    fossilCo2KgPerUnit: t.exposeFloat('fossilCo2Kg', {
      nullable: true,
      description: 'Fossil CO2 part of the value, in kg; null when the source gives no split.',
    }),
    ch4Co2eKgPerUnit: t.exposeFloat('ch4Co2eKg', {
      nullable: true,
      description: 'Methane part of the value, in kg CO2e; null when the source gives no split.',
    }),
    n2oCo2eKgPerUnit: t.exposeFloat('n2oCo2eKg', {
      nullable: true,
      description:
        'Nitrous oxide part of the value, in kg CO2e; null when the source gives no split.',
    }),
    biogenicCo2KgPerUnit: t.exposeFloat('biogenicCo2Kg', {
      nullable: true,
      description: 'Biogenic CO2 per unit in kg, reported separately and never part of the value.',
    }),
    evidence: t.field({
      type: FactorEvidenceEnum,
      description: 'Reliability of the transcription of the value.',
      resolve: ({ details }) => evidenceOf(details?.['evidence']),
    }),
    indicators: t.field({
      type: [FactorIndicator],
      description: 'Further impact categories; empty when the source gives climate change alone.',
      extensions: access({ size: 16 }),
      resolve: ({ indicators }) =>
        IMPACT_CATEGORIES.flatMap((category) => {
          const value = indicators?.[category];
          return value === undefined ? [] : [{ category, value }];
        }),
    }),
    set: t.field({
      type: FactorSet,
      nullable: true,
      description: 'The set it belongs to, with licence and attribution.',
      resolve: (factor, _args, context) => setOf(context, factor.setId),
    }),
    attribution: t.string({
      description:
        'Attribution that must be shown with this value and with every result computed from it.',
      resolve: async (factor, _args, context) =>
        (await setOf(context, factor.setId))?.attribution ?? '',
    }),
  }),
});
