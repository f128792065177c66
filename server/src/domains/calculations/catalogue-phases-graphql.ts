import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { type CataloguePhases, findCataloguePhases } from './catalogue-phases-store.ts';
import { SAMPLE_SIZE } from './measure-next-store.ts';
import { PhaseRef } from './result-graphql.ts';

const CataloguePhasesRef = builder.objectRef<CataloguePhases>('CataloguePhases').implement({
  description:
    'Footprints of the active products of a catalogue, summed by phase: one declared unit of each, whatever was sold of it.',
  fields: (t) =>
    exposed(t, {
      phases: field(
        [PhaseRef],
        'The sums by stage of the life cycle, without BEYOND_SYSTEM; `share` is of all of them.',
      ),
      productCount: field(
        'Int',
        `Products that were summed: those with the largest footprints, at most ${SAMPLE_SIZE.toLocaleString('en')}. Outdated footprints count; those that were calculated before this field existed do not.`,
      ),
      isWholeCatalogue: field(
        'Boolean',
        'True if all active products with a footprint were read; if false, only the largest.',
      ),
    }),
});

builder.queryField('cataloguePhases', (t) =>
  t.field({
    type: CataloguePhasesRef,
    extensions: access({ permission: 'CALCULATIONS_READ', cost: 20 }),
    description:
      'Phases of the life cycle that cause the footprints of the catalogue. No phases while no active product has a footprint.',
    resolve: (_root, _args, context) => findCataloguePhases(context),
  }),
);
