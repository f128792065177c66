import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { checkedBy, textUpTo } from '../../graphql/further-problems.ts';
import {
  type InputFields,
  idempotencyField,
  inputArg,
  targetInput,
  updateFields,
} from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadOf, payloadWith } from '../../graphql/payload.ts';
import { objectField, shortField, targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import type { Reference, TenantTx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { badInput, orNotFound } from '../../rules/errors/api-error.ts';
import {
  givenIdentifiers,
  type NamedObject,
  referenceIn,
} from '../../rules/inputs/named-object.ts';
import { MAX_EXTERNAL_ID, problem } from '../../rules/inputs/problems.ts';
import { findProduct, type Product } from '../products/index.ts';
import { batchProblems, schemaProblems, serialProblems } from './content/draft.ts';
import { contentInputs } from './content/graphql.ts';
import { DppRef } from './graphql.ts';
import type { Dpp } from './model.ts';
import { dppReference } from './queries-graphql.ts';
import { deleteDpp, endProblems, generateDpp, updateDpp } from './service.ts';
import { dpps } from './store.ts';

/** The field with the own id that a passport gets. */
export function ownIdField(t: InputFields) {
  return t.string({
    description: 'Your own id of the passport.',
    extensions: textUpTo(MAX_EXTERNAL_ID),
  });
}

export const WRITE = { tier: 'ENTERPRISE', permission: 'DPPS_WRITE' } as const;

const GenerateInput = builder.inputType('GenerateDppInput', {
  description:
    'A new draft of a passport. Content that is given here comes in addition to what is known about the product.',
  fields: (t) => ({
    product: objectField(t, 'Product of the passport.'),
    productId: shortField(t, 'product'),
    schema: t.string({
      description:
        'Schema of the product group; that of the passport of the model by default, else generic.',
      extensions: checkedBy(schemaProblems),
    }),
    category: t.string({ description: 'Category of the product in its schema, such as EV.' }),
    batchNumber: t.string({
      description: 'Batch or lot: the passport is of a BATCH.',
      extensions: checkedBy(batchProblems),
    }),
    serialNumber: t.string({
      description: 'Serial number: the passport is of an ITEM.',
      extensions: checkedBy(serialProblems),
    }),
    externalId: ownIdField(t),
    predecessor: objectField(
      t,
      'Passport that this one follows, such as that before a repurposing.',
    ),
    predecessorId: shortField(t, 'predecessor'),
    ...contentInputs(t),
    ...idempotencyField(t),
  }),
});

const UpdateInput = builder.inputType('UpdateDppInput', {
  description: 'Changes of a draft; an absent field keeps its value, null removes it.',
  fields: (t) => ({
    ...updateFields(t),
    externalId: ownIdField(t),
    category: t.string({ description: 'Category of the product in its schema, such as EV.' }),
    validUntil: t.field({
      type: 'DateTime',
      description: 'End of the validity of the credential; no end by default.',
      extensions: checkedBy(endProblems),
    }),
    refreshFootprint: t.boolean({
      description:
        'True freezes the present footprint of the product into the passport again; refused if the product has none.',
    }),
    ...contentInputs(t),
  }),
});

const DeleteInput = targetInput('DeleteDppInput', 'passport', 'The draft to delete.');

/** The passport that an input names in a field of its own; undefined if it names none. */
export async function namedDpp(
  work: TenantTx,
  field: string,
  named: NamedObject,
): Promise<Dpp | undefined> {
  if (givenIdentifiers(named).length === 0) return undefined;
  const reference = oneReference('dpp', field, named);
  const found = reference && (await dpps.named(work, reference));
  if (found !== undefined) return found;
  throw badInput([problem([field], 'NOT_FOUND', 'There is no such passport in this environment.')]);
}

function oneReference(
  kind: 'dpp' | 'product',
  field: string,
  named: NamedObject,
): Reference | undefined {
  if (givenIdentifiers(named).length === 1) return referenceIn(kind, named);
  const message = `Say which object by exactly one of ${field} and ${field}Id.`;
  throw badInput([problem([field], 'EXACTLY_ONE', message)]);
}

export async function namedProduct(work: TenantTx, named: NamedObject): Promise<Product> {
  const reference = oneReference('product', 'product', named);
  const found = reference && (await findProduct(work, reference));
  return orNotFound('The product', found);
}

const DeletePayload = payloadWith<Dpp>('deleteDpp', (t) => ({
  deletedDppId: t.id({
    description: 'Id of the draft that is gone.',
    resolve: ({ id }) => encodeId('dpp', id),
  }),
  dpp: t.field({
    type: DppRef,
    nullable: true,
    description: 'The deleted draft, without its content.',
    resolve: (dpp) => dpp,
  }),
}));

builder.mutationFields((t) => ({
  generateDpp: t.field({
    type: payloadOf('generateDpp', 'dpp', DppRef, 'The new draft.'),
    description:
      'Drafts a passport from the product, its bill of materials, its newest supply chain and its footprint, which is frozen. `completeness` says what is missing, and `footprintState` if there is no footprint.',
    extensions: access({ ...WRITE, cost: 20 }),
    args: inputArg(GenerateInput, 'Product and content.'),
    resolve: mutation(async (work, input, context) => {
      const { product: object, productId: id, schema: schemaId, ...wanted } = input;
      const product = await namedProduct(work, { id, object });
      const before = { id: input.predecessorId, object: input.predecessor };
      const predecessor = await namedDpp(work, 'predecessor', before);
      const { organization } = context.caller;
      const draft = { ...wanted, schemaId, predecessor, content: { ...input } };
      return { dpp: await generateDpp(work, product, draft, organization) };
    }),
  }),
  updateDpp: t.field({
    type: payloadOf('updateDpp', 'dpp', DppRef, 'The draft after the change.'),
    description: 'Changes a draft. Reports all problems in one response.',
    extensions: access(WRITE),
    args: inputArg(UpdateInput, 'Draft and its changes.'),
    resolve: mutation(async (work, input) => {
      const { id, externalId, category, validUntil, refreshFootprint: refresh } = input;
      const target = targetOfUpdate(dppReference, input);
      const change = {
        externalId: typeof id === 'string' ? externalId : undefined,
        category,
        validUntil,
        refresh,
        content: { ...input },
      };
      return { dpp: await updateDpp(work, target, change) };
    }),
  }),
  deleteDpp: t.field({
    type: DeletePayload,
    description: 'Deletes a draft. A published passport is never deleted.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(DeleteInput, 'Draft to delete.'),
    resolve: mutation((work, input) => deleteDpp(work, targetOf(dppReference, input))),
  }),
}));
