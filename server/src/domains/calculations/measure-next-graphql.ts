import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { ProductRef, productById } from '../products/index.ts';
import { LifecyclePhaseEnum } from './enums.ts';
import {
  type FactorToMeasure,
  findMeasureNext,
  type MeasureNext,
  MOST_NAMED,
  SAMPLE_SIZE,
} from './measure-next-store.ts';

const FactorToMeasureRef = builder.objectRef<FactorToMeasure>('FactorToMeasure').implement({
  description:
    'An emission factor of a library, used in place of data of the suppliers, and the gain of measuring it: of replacing it by primary data, such as a supplier footprint.',
  fields: (t) => ({
    ...exposed(t, {
      factorId: field('ID', 'Id of the factor.'),
      factorName: field('String', 'Name of the factor.'),
      geography: field('String', 'Geography of the factor.'),
      phase: field(
        LifecyclePhaseEnum,
        'Phase in which the factor contributes most to the product that gains most.',
      ),
      narrowingCo2eKg: field(
        'Float',
        'Kilograms of CO2e by which the 95 % intervals of the products become narrower, summed over the products, one declared unit each: an upper bound, for a measurement without error.',
      ),
      productCount: field(
        'Int',
        'Products whose results have the factor among those worth measuring.',
      ),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product whose interval becomes narrower by the most kilograms.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
  }),
});

const MeasureNextRef = builder.objectRef<MeasureNext>('MeasureNext').implement({
  description: 'Advice on the assumption to measure next, from the FULL footprints of products.',
  fields: (t) =>
    exposed(t, {
      factors: field(
        [FactorToMeasureRef],
        `Factors with the largest gains, at most ${MOST_NAMED}, the largest first.`,
        { size: MOST_NAMED },
      ),
      productCount: field(
        'Int',
        `Products that were read: those with the largest FULL footprints, at most ${SAMPLE_SIZE.toLocaleString('en')}. Archived products and BASIC footprints, which have no uncertainty, are left out.`,
      ),
      isWholeCatalogue: field(
        'Boolean',
        'True if all products with a FULL footprint were read; if false, only the largest.',
      ),
    }),
});

builder.queryField('measureNext', (t) =>
  t.field({
    type: MeasureNextRef,
    extensions: access({ permission: 'CALCULATIONS_READ', cost: 20 }),
    description:
      'The assumption that, if measured, narrows the footprints of the catalogue by the most kilograms of CO2e (docs/methods/quality.md). No factors while no product has a FULL footprint.',
    resolve: (_root, _args, context) => findMeasureNext(context),
  }),
);
