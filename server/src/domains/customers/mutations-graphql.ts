import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  idempotencyField,
  inputArg,
  targetInput,
  updateFields,
} from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import { targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import { encodeId } from '../../platform/ids.ts';
import { CustomerRef, customerById, customerReference } from './graphql.ts';
import type { Customer } from './model.ts';
import { GIVEN } from './properties.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './service.ts';

const CreateCustomerInput = builder.inputType('CreateCustomerInput', {
  description: 'A new customer. No field is required: give only the data that you need.',
  fields: (t) => ({
    ...propertyInputs(t, 'CREATE', GIVEN),
    ...idempotencyField(t),
  }),
});

export const UpdateCustomerInput = builder.inputType('UpdateCustomerInput', {
  description:
    'Changes of a customer, whom `id` or `externalId` identifies. An absent field keeps its value and null clears it. An input without a change makes no new version.',
  fields: (t) => ({
    ...updateFields(t),
    ...propertyInputs(t, 'UPDATE', GIVEN),
  }),
});

const DeleteCustomerInput = targetInput(
  'DeleteCustomerInput',
  'customer',
  'The customer to erase, by `id` or `externalId`.',
);

/**
 * Only the id is stored for a repeated request: personal data must not be among the idempotency
 * keys, where an erasure would have to search for it.
 */
type Answer = { readonly customerId: string; readonly customer?: Customer };

function answerOf(customer: Customer): Answer {
  return { customerId: customer.id, customer };
}

function withoutCustomer({ customerId }: Answer): Answer {
  return { customerId };
}

const CustomerPayload = (mutation: string) =>
  payloadWith<Answer>(mutation, (t) => ({
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'The customer after the change.',
      resolve: ({ customerId, customer }, _args, context) =>
        customer ?? customerById(context, customerId),
    }),
  }));

const DeleteCustomerPayload = payloadWith<Answer>('deleteCustomer', (t) => ({
  deletedCustomerId: t.id({
    description: 'Id of the customer that was erased.',
    resolve: ({ customerId }) => encodeId('customer', customerId),
  }),
  customer: t.field({
    type: CustomerRef,
    nullable: true,
    description: 'The erased customer: only totals and dates remain.',
    resolve: ({ customerId, customer }, _args, context) =>
      customer ?? customerById(context, customerId),
  }),
}));

builder.mutationFields((t) => ({
  createCustomer: t.field({
    type: CustomerPayload('createCustomer'),
    description: 'Creates a customer.',
    extensions: access({ permission: 'CUSTOMERS_WRITE' }),
    args: inputArg(CreateCustomerInput, 'The new customer.'),
    resolve: mutation(
      async (work, input) => answerOf(await createCustomer(work, input)),
      withoutCustomer,
    ),
  }),
  updateCustomer: t.field({
    type: CustomerPayload('updateCustomer'),
    description: 'Changes a customer.',
    extensions: access({ permission: 'CUSTOMERS_WRITE' }),
    args: inputArg(UpdateCustomerInput, 'The customer and its changes.'),
    resolve: mutation(
      async (work, input) =>
        answerOf(await updateCustomer(work, targetOfUpdate(customerReference, input), input)),
      withoutCustomer,
    ),
  }),
  deleteCustomer: t.field({
    type: DeleteCustomerPayload,
    description:
      'Erases the personal data of a customer permanently, also in orders, carts, events and stored answers. Anonymous totals remain. Of a customer with more than a hundred orders or carts, a worker erases the others: see `isErasurePending`.',
    extensions: access({ permission: 'CUSTOMERS_WRITE', freesRoom: true }),
    args: inputArg(DeleteCustomerInput, 'The customer to erase, by `id` or `externalId`.'),
    resolve: mutation(
      async (work, input) =>
        answerOf(await deleteCustomer(work, targetOf(customerReference, input))),
      withoutCustomer,
    ),
  }),
}));
