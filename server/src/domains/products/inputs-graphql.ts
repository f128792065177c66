import { builder } from '../../graphql/builder.ts';
import { changeCheckedBy, checkedBy } from '../../graphql/further-problems.ts';
import { type InputFields, idempotencyField, updateFields } from '../../graphql/input-fields.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import { ComponentInput } from './bill-graphql/component.ts';
import { EndOfLifeInput } from './bill-graphql/end-of-life.ts';
import { LifetimeInput } from './bill-graphql/lifetime.ts';
import { PackagingInput } from './bill-graphql/packaging.ts';
import { ProcessStepInput } from './bill-graphql/process-step.ts';
import { TransportLegInput } from './bill-graphql/transport-leg.ts';
import { UseProfileInput } from './bill-graphql/use-profile.ts';
import { type ProductInput, productDraft } from './draft.ts';
import { DeclaredUnitEnum } from './enums.ts';
import { GIVEN } from './properties.ts';

const DeclaredUnitInput = builder.inputType('DeclaredUnitInput', {
  description: 'Declared unit of a product: the amount that one footprint covers.',
  fields: (t) => ({
    amount: t.float({ required: true, description: 'Number of units, greater than 0.' }),
    unit: t.field({ type: DeclaredUnitEnum, required: true, description: 'Unit of the amount.' }),
  }),
});

const FIELDS = {
  declaredUnit: 'Declared unit of the footprint; 1 PIECE by default.',
  price: 'Price of one declared unit.',
  components: 'Components of the product, at most 250.',
  packaging: 'Packaging of the product, at most 250 items.',
  processSteps: 'Process steps of the product, at most 250.',
  transportLegs: 'Transport legs of the finished product to the shelf, at most 250.',
  useProfile: 'Use phase: energy, water and consumables.',
  endOfLife: 'End-of-life treatment.',
  lifetime: 'Length of the lifetime.',
};

const CHECKED = checkedBy((input: ProductInput) => productDraft(input).problems);
const CHANGE_CHECKED = changeCheckedBy((input: ProductInput) => productDraft(input).problems);

export const CreateProductInput = builder.inputType('CreateProductInput', {
  description: 'The product to create.',
  extensions: CHECKED,
  fields: (t) => ({
    ...propertyInputs(t, 'CREATE', GIVEN),
    ...compoundInputs(t),
    ...idempotencyField(t),
  }),
});

export const UpdateProductInput = builder.inputType('UpdateProductInput', {
  extensions: CHANGE_CHECKED,
  description:
    'Changes of a product, which `id` or `externalId` identifies. An absent field keeps its value and null clears it; `name`, `status` and `declaredUnit` refuse null. An input without a change makes no new version.',
  fields: (t) => ({
    ...updateFields(t),
    ...propertyInputs(t, 'UPDATE', GIVEN),
    ...compoundInputs(t),
  }),
});

/** Fields that are not one property of a product. */
function compoundInputs(t: InputFields) {
  return {
    declaredUnit: t.field({ type: DeclaredUnitInput, description: FIELDS.declaredUnit }),
    price: t.field({ type: MoneyInput, description: FIELDS.price }),
    components: t.field({ type: [ComponentInput], description: FIELDS.components }),
    packaging: t.field({ type: [PackagingInput], description: FIELDS.packaging }),
    processSteps: t.field({ type: [ProcessStepInput], description: FIELDS.processSteps }),
    transportLegs: t.field({ type: [TransportLegInput], description: FIELDS.transportLegs }),
    useProfile: t.field({ type: UseProfileInput, description: FIELDS.useProfile }),
    endOfLife: t.field({ type: EndOfLifeInput, description: FIELDS.endOfLife }),
    lifetime: t.field({ type: LifetimeInput, description: FIELDS.lifetime }),
  };
}
