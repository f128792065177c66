import type { ScenarioOptions } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import type { InputFields } from '../../graphql/input-fields.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import type { TenantTx } from '../../platform/database/index.ts';
import { decodeId, type IdKind } from '../../platform/ids.ts';
import { unpackJsonInTurns } from '../../platform/json/index.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { givenIdentifiers, referenceIn } from '../../rules/inputs/named-object.ts';
import { mapGiven } from '../../rules/inputs/patch.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import { type CalculationInputs, findInputs } from '../calculations/index.ts';
import { orders } from '../orders/index.ts';
import { findProduct, ProductFilterInput, productFilterOf } from '../products/index.ts';
import { supplyChains } from '../supply-chains/index.ts';
import type { ScenarioSubjectKeys, StoredFilter } from './model.ts';

/** The subject of a new scenario: exactly one of several fields. */

const ScenarioCatalogueInput = builder.inputType('ScenarioCatalogueInput', {
  description: 'The products that a scenario of a catalogue is about.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      description:
        'Filter of the products, applied at every run; all products except archived ones by default.',
    }),
  }),
});

export function subjectFields(t: InputFields) {
  return {
    product: objectField(t, 'Product that the overrides change.'),
    productId: shortField(t, 'product'),
    supplyChain: objectField(t, 'Supply chain that the overrides change.'),
    supplyChainId: shortField(t, 'supplyChain'),
    order: objectField(t, 'Order whose lines and way to the customer the overrides change.'),
    orderId: shortField(t, 'order'),
    catalogue: t.field({
      type: ScenarioCatalogueInput,
      description:
        'Catalogue whose products the overrides change, each by itself. It takes no sweep, target and monteCarlo.',
    }),
    calculationId: t.id({
      description:
        'Calculation of a product, supply chain or order to which the baseline is pinned. The overrides change its subject as it was then, with its method, its factors and its own factor sets; later changes of them do not make the result stale. Method fields cannot be given.',
    }),
  };
}

type Given = Parameters<typeof withoutNulls>[0] & {
  readonly [field in 'productId' | 'supplyChainId' | 'orderId' | 'calculationId']?:
    | string
    | null
    | undefined;
} & {
  readonly [field in 'product' | 'supplyChain' | 'order']?: Named | null | undefined;
} & { readonly catalogue?: typeof ScenarioCatalogueInput.$inferInput | null | undefined };

type Named = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

type Found = {
  readonly subject: ScenarioSubjectKeys;
  /** Method of the calculation to which the baseline is pinned. */
  readonly pinnedMethod?: Omit<ScenarioOptions, 'gazetteer'> | undefined;
  readonly problems: readonly Problem[];
};

const NO_SUBJECT: ScenarioSubjectKeys = {
  productId: null,
  supplyChainId: null,
  orderId: null,
  catalogue: null,
  calculationId: null,
};

/** The subject that exactly one of the fields names. */
export async function subjectOf(work: TenantTx, input: Given): Promise<Found> {
  const named = {
    product: { id: input.productId, object: input.product },
    supplyChain: { id: input.supplyChainId, object: input.supplyChain },
    order: { id: input.orderId, object: input.order },
  };
  const ids = Object.values(named).flatMap(givenIdentifiers);
  const others = [input.catalogue, input.calculationId].filter((each) => each != null);
  if (ids.length + others.length !== 1) {
    const message =
      'A scenario is of exactly one of product, supplyChain, order, catalogue and calculationId.';
    const catalogue = mapGiven(input.catalogue, catalogueOf) ?? null;
    const subject = { ...NO_SUBJECT, catalogue };
    return { subject, problems: [problem([], 'EXACTLY_ONE', message)] };
  }
  if (input.calculationId != null) return pinnedTo(work, input.calculationId);
  if (input.catalogue != null) {
    return { subject: { ...NO_SUBJECT, catalogue: catalogueOf(input.catalogue) }, problems: [] };
  }
  const product = await mapGiven(referenceIn('product', named.product), (reference) =>
    findProduct(work, reference),
  );
  const chain = await mapGiven(referenceIn('supplyChain', named.supplyChain), (reference) =>
    supplyChains.named(work, reference),
  );
  const order = await mapGiven(referenceIn('order', named.order), (reference) =>
    orders.named(work, reference),
  );
  const found = {
    productId: product?.id ?? null,
    supplyChainId: chain?.id ?? null,
    orderId: order?.id ?? null,
  };
  if (Object.values(found).some((id) => id !== null)) {
    return { subject: { ...NO_SUBJECT, ...found }, problems: [] };
  }
  const fields = Object.entries(named).flatMap(([field, each]) =>
    givenIdentifiers(each).length === 0 ? [] : [typeof each.id === 'string' ? `${field}Id` : field],
  );
  const message = `There is no such object in this organization and environment: ${ids.join()}.`;
  return { subject: NO_SUBJECT, problems: [problem(fields, 'NOT_FOUND', message)] };
}

/** The filter as JSON data, as it is stored. */
function catalogueOf({ filter }: typeof ScenarioCatalogueInput.$inferInput): StoredFilter {
  return withoutNulls(productFilterOf(filter ?? {}, ['input', 'catalogue', 'filter']));
}

/** The subject of a calculation whose inputs are stored. */
async function pinnedTo(work: TenantTx, id: string): Promise<Found> {
  const refused = (code: 'NOT_FOUND' | 'NOT_STORED', message: string) => ({
    subject: NO_SUBJECT,
    problems: [problem(['calculationId'], code, message)],
  });
  const missing = `There is no such object in this organization and environment: ${id}.`;
  const calculationId = decodeId('calculation', id);
  if (calculationId === undefined) return refused('NOT_FOUND', missing);
  const [found] = await findInputs(work, [calculationId]);
  if (found === undefined) return refused('NOT_FOUND', missing);
  if (found.packed === null) {
    const message = `The inputs of ${id} are not stored: only results of calculateProductFootprint, calculateSupplyChainFootprint and calculateOrderFootprint have them. Calculate the subject again.`;
    return refused('NOT_STORED', message);
  }
  const { subject, method } = await unpackJsonInTurns<CalculationInputs>(found.packed);
  const keys = await keysOf(work, subject);
  if (keys === undefined) {
    return refused('NOT_FOUND', `The subject of ${id} was deleted.`);
  }
  return {
    subject: { ...NO_SUBJECT, ...keys, calculationId },
    pinnedMethod: method,
    problems: [],
  };
}

/** Id of the subject of a calculation; undefined if it does not exist any more. */
async function keysOf(
  work: TenantTx,
  subject: CalculationInputs['subject'],
): Promise<Partial<ScenarioSubjectKeys> | undefined> {
  const uuid = (kind: IdKind, id: string) => decodeId(kind, id) ?? '';
  switch (subject.kind) {
    case 'PRODUCT': {
      const value = uuid('product', subject.productId);
      const product = await findProduct(work, { by: 'id', value });
      return product && { productId: product.id };
    }
    case 'SUPPLY_CHAIN': {
      const value = uuid('supplyChain', subject.chain.id ?? '');
      const chain = await supplyChains.named(work, { by: 'id', value });
      return chain && { supplyChainId: chain.id };
    }
    case 'BUNDLE': {
      const value = uuid('order', subject.bundle.id);
      const order = await orders.named(work, { by: 'id', value });
      return order && { orderId: order.id };
    }
  }
}
