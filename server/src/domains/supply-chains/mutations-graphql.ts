import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { changeCheckedBy, checkedBy } from '../../graphql/further-problems.ts';
import {
  type InputFields,
  idempotencyField,
  inputArg,
  targetInput,
  updateFields,
} from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { deletionPayloadOf, payloadOf } from '../../graphql/payload.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import { objectField, shortField, targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import type { TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { type Naming, namedIn } from '../../rules/inputs/named-object.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { findProduct, ownProductReference } from '../products/index.ts';
import { problemsOfInput } from './draft.ts';
import { SupplyChainRef } from './graphql.ts';
import { FacilityInput, FlowInput } from './network-graphql.ts';
import { GIVEN } from './properties.ts';
import { supplyChainReference } from './queries-graphql.ts';
import { createSupplyChain, deleteSupplyChain, updateSupplyChain } from './service.ts';
import { computeSupplyChain } from './write-task.ts';

const CreateSupplyChainInput = builder.inputType('CreateSupplyChainInput', {
  extensions: checkedBy(problemsOfInput),
  description: 'A new supply chain.',
  fields: (t) => ({
    ...propertyInputs(t, 'CREATE', GIVEN),
    ...networkFields(t),
    ...idempotencyField(t),
  }),
});

const UpdateSupplyChainInput = builder.inputType('UpdateSupplyChainInput', {
  extensions: changeCheckedBy(problemsOfInput),
  description:
    'Changes of a supply chain, which `id` or `externalId` identifies. An absent field keeps its value and null clears it; `name` and `facilities` refuse null. `facilities` and `flows` are each replaced as a whole. An input without a change makes no new version.',
  fields: (t) => ({
    ...updateFields(t),
    ...propertyInputs(t, 'UPDATE', GIVEN),
    ...networkFields(t),
  }),
});

const DeleteSupplyChainInput = targetInput(
  'DeleteSupplyChainInput',
  'supply chain',
  'The supply chain to delete, by `id` or `externalId`.',
);

function networkFields(t: InputFields) {
  return {
    product: objectField(t, 'The product that it makes, by its id or your own.'),
    productId: shortField(t, 'product'),
    facilities: t.field({
      type: [FacilityInput],
      description: 'Facilities of the supply chain, 1 to 250.',
    }),
    flows: t.field({
      type: [FlowInput],
      description: 'Flows between the facilities, at most 250; loops are allowed.',
    }),
  };
}

const SupplyChainPayload = (mutation: string) =>
  payloadOf(mutation, 'supplyChain', SupplyChainRef, 'The supply chain after the change.');

const DeleteSupplyChainPayload = deletionPayloadOf('supplyChain', SupplyChainRef, {
  id: 'Id of the deleted supply chain.',
  object: 'The deleted supply chain, without its facilities, flows and versions.',
});

/** The input with the id of the product that it names. */
async function withProduct<Input extends Naming<'product'>>(tenant: TenantDb, input: Input) {
  const { product, ...given } = input;
  if (product === undefined) return given;
  if (product === null) return { ...given, productId: input.productId ?? null };
  const reference = ownProductReference(namedIn('product', input), ['input', 'product']);
  const found = await findProduct(tenant, reference);
  const message = 'There is no such product in this organization and environment.';
  if (found === undefined) throw badInput([problem(['product'], 'NOT_FOUND', message)]);
  return { ...given, productId: encodeId('product', found.id) };
}

builder.mutationFields((t) => ({
  createSupplyChain: t.field({
    type: SupplyChainPayload('createSupplyChain'),
    description: 'Creates a supply chain. Reports all problems in one response.',
    extensions: access({ permission: 'SUPPLY_CHAINS_WRITE' }),
    args: inputArg(CreateSupplyChainInput, 'The new supply chain.'),
    resolve: mutation(async (work, input) => {
      const given = await withProduct(work, input);
      const written = await computeSupplyChain(work.compute, given);
      return { supplyChain: await createSupplyChain(work, written) };
    }),
  }),
  updateSupplyChain: t.field({
    type: SupplyChainPayload('updateSupplyChain'),
    description: 'Creates the next version of a supply chain; the earlier ones stay readable.',
    extensions: access({ permission: 'SUPPLY_CHAINS_WRITE' }),
    args: inputArg(UpdateSupplyChainInput, 'The supply chain and its changes.'),
    resolve: mutation(async (work, input) => {
      const given = await withProduct(work, input);
      const target = targetOfUpdate(supplyChainReference, input);
      const supplyChain = await updateSupplyChain(work, target, (current) =>
        computeSupplyChain(work.compute, given, current),
      );
      return { supplyChain };
    }),
  }),
  deleteSupplyChain: t.field({
    type: DeleteSupplyChainPayload,
    description: 'Deletes a supply chain with all its versions. Results calculated from it stay.',
    extensions: access({ permission: 'SUPPLY_CHAINS_WRITE', freesRoom: true }),
    args: inputArg(DeleteSupplyChainInput, 'The supply chain to delete, by `id` or `externalId`.'),
    resolve: mutation(async (work, input) => ({
      supplyChain: await deleteSupplyChain(work, targetOf(supplyChainReference, input)),
    })),
  }),
}));
