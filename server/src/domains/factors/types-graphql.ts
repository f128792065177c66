import { IMPACT_CATEGORIES, type ImpactCategory, type SourcedFactor } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
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
    slug: t.exposeString('slug', {
      description: 'Name and version in one word, such as `desnz-2025`: what `filter.set` takes.',
    }),
    name: t.exposeString('name', { description: 'Short name, the same for all versions.' }),
    version: t.exposeString('version', { description: 'Version or edition of the set.' }),
    title: t.string({ description: 'Full title of the source.', resolve: (set) => set.title }),
    publisher: t.exposeString('publisher', { description: 'Publisher of the source.' }),
    licence: t.exposeString('licence', {
      description:
        'Licence of the set: an SPDX identifier, or `US-PD`, `OGL-UK-3.0`, `etalab-2.0`.',
    }),
    licenceUrl: t.expose('licenceUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL of the licence text.',
    }),
    attribution: t.exposeString('attribution', {
      description:
        'Attribution that must be shown with every value of this set and every result computed from it.',
    }),
    attributionUrls: t.field({
      type: ['URL'],
      description: 'Links that the licence requires next to the attribution.',
      extensions: access({ size: 0 }),
      resolve: (set) => [...set.attributionUrls],
    }),
    sourceUrl: t.expose('sourceUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL of the source at its publisher.',
    }),
    releasedOn: t.expose('releasedOn', {
      type: 'Date',
      description: 'Day of publication, or the first of its month or quarter.',
    }),
    gwpSets: t.stringList({
      description: 'Global warming potentials behind its values, such as `AR5-100`.',
      extensions: access({ size: 0 }),
      resolve: (set) => [...set.gwpSets],
    }),
    indicatorSet: t.exposeString('indicatorSet', {
      nullable: true,
      description:
        'Set of its further indicators, `EF 3.1`; null when it has climate change alone.',
    }),
    isOptional: t.exposeBoolean('isOptional', {
      description: 'True if the set is a pack, used only by organizations that enable it.',
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
    contentHash: t.exposeString('contentHash', {
      description: 'SHA-256 over the files of the set: equal hashes, equal numbers.',
    }),
    factorCount: t.exposeInt('factorCount', { description: 'Number of factors in the set.' }),
  }),
});

type IndicatorValue = { readonly category: ImpactCategory; readonly value: number };

const FactorIndicator = builder.objectRef<IndicatorValue>('FactorIndicator').implement({
  description: 'One impact category of a factor, per unit of the factor.',
  fields: (t) => ({
    category: t.expose('category', {
      type: ImpactCategoryEnum,
      description: 'The impact category.',
    }),
    value: t.exposeFloat('value', { description: 'Value per unit of the factor, as published.' }),
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
    sourceId: t.exposeString('sourceId', {
      description: "The source's own id of the row.",
    }),
    name: t.string({ description: "The source's own name.", resolve: (factor) => factor.name }),
    activity: t.exposeString('activity', {
      description:
        'Kind of activity: `material_production`, `energy`, `energy_wtt`, `transport`, `end_of_life`, …',
    }),
    category: t.exposeString('category', {
      description: "The source's category.",
    }),
    subcategory: t.exposeString('subcategory', {
      description: "The source's subcategory.",
    }),
    co2eKgPerUnit: t.exposeFloat('co2eKgPerUnit', {
      description: 'Published value: kg CO2e per unit, biogenic CO2 left out.',
    }),
    unit: t.exposeString('unit', {
      description: 'Unit of the activity: `kg`, `t`, `kWh`, `t.km`, `mmBtu_hhv`, …',
    }),
    geography: t.exposeString('geography', {
      description:
        'Region in which it is valid: ISO 3166-1 alpha-2, `XK`, `GLO`, `EU` and `RER` (Europe), `US-eGRID-…` or `region:…`.',
    }),
    year: t.exposeInt('year', {
      nullable: true,
      description: 'Year it holds for; null when the source has none.',
    }),
    gwpSet: t.exposeString('gwpSet', {
      description: 'Global warming potentials behind the value, such as `AR5-100`.',
    }),
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
    details: t.expose('details', {
      type: 'JSON',
      nullable: true,
      description: 'Columns that only this source has, by their own names.',
    }),
    source: t.exposeString('source', { description: 'Publication of the value.' }),
    sourceTable: t.exposeString('sourceTable', {
      description: 'Table or sheet of the publication.',
    }),
    sourceReference: t.exposeString('sourceReference', {
      description: 'The very file and row that was read.',
    }),
    sourceNote: t.exposeString('sourceNote', {
      description: 'Remark of the source; may be empty.',
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
