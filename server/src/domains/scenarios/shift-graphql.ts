import type { IndicatorShift, LineShift, PhaseShift, Shift } from '@trackway/engine';
import { type ApiTypes, builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { decodeId } from '../../platform/ids.ts';
import { LifecyclePhaseEnum } from '../calculations/index.ts';
import { ImpactCategoryEnum } from '../factors/index.ts';
import { ProductRef, productById } from '../products/index.ts';

/** The four numbers of a shift. */
function shiftFields<Row extends Shift>(t: PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>) {
  return {
    baseline: t.float({
      description: 'Value without the overrides.',
      resolve: ({ baseline }) => baseline,
    }),
    outcome: t.float({
      description: 'Value with the overrides.',
      resolve: ({ outcome }) => outcome,
    }),
    difference: t.float({
      description: 'outcome − baseline: negative is less.',
      resolve: ({ difference }) => difference,
    }),
    share: t.float({
      nullable: true,
      description: 'difference / |baseline|; null for a baseline of 0.',
      resolve: ({ share }) => share,
    }),
  };
}

export const ShiftRef = builder.objectRef<Shift>('ScenarioShift').implement({
  description:
    'Greenhouse gases before and after the overrides, in kg CO2e per declared unit, or of the whole order.',
  fields: (t) => ({
    ...shiftFields(t),
  }),
});

export const LineShiftRef = builder.objectRef<LineShift>('ScenarioLine').implement({
  description: 'One line of an order before and after the overrides, in kg CO2e for its quantity.',
  fields: (t) => ({
    number: t.int({
      description: 'Number of the line in the order, from 1.',
      resolve: ({ id }) => Number(id),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product of the line, as it is now.',
      resolve: ({ productId }, _args, context) => {
        const id = decodeId('product', productId);
        return id === undefined ? null : productById(context, id);
      },
    }),
    ...shiftFields(t),
  }),
});

export const PhaseShiftRef = builder.objectRef<PhaseShift>('ScenarioPhaseShift').implement({
  description: 'Greenhouse gases of one life-cycle phase before and after the overrides.',
  fields: (t) => ({
    phase: t.expose('phase', { type: LifecyclePhaseEnum, description: 'Life-cycle phase.' }),
    ...shiftFields(t),
  }),
});

export const IndicatorShiftRef = builder
  .objectRef<IndicatorShift>('ScenarioIndicatorShift')
  .implement({
    description: 'One impact category before and after the overrides.',
    fields: (t) => ({
      category: t.expose('code', { type: ImpactCategoryEnum, description: 'Impact category.' }),
      ...exposed(t, {
        unit: field('String', 'Unit of the values.'),
        isComparable: field(
          'Boolean',
          'False if some factors lack the indicator: a part of the difference may be what is known.',
        ),
        isBurdenShift: field('Boolean', 'True if the indicator grows by more than 5 %.'),
      }),
      ...shiftFields(t),
    }),
  });
