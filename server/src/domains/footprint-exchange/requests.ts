import type { TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { ApiError, badInput, notFound, orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { problem, sizeProblems } from '../../rules/inputs/problems.ts';
import { findBills, findProduct, type ProductReference } from '../products/index.ts';
import { MOST_VALUES } from './criteria.ts';
import { MOST_IN_EVENT } from './exchange.ts';
import { partners } from './partner-store.ts';
import { nameOf } from './received.ts';
import {
  countOpenRequests,
  type FootprintRequest,
  queueRequest,
  requests,
} from './request-store.ts';
import { countFootprints } from './store.ts';

/** Requests to one partner that have not ended. */
const MOST_OPEN = 1_000;
const URN = /^urn:[a-z\d][a-z\d-]{0,31}:./i;

type WantedFootprint = {
  readonly partnerId: string;
  readonly productIds: readonly string[];
  readonly geographies: readonly string[] | undefined;
  readonly comment: string | undefined;
  /** The component that takes the footprint. */
  readonly target: { readonly product: ProductReference; readonly component: string } | undefined;
};

/** Requests the footprint of a supplier's product; the worker looks in its list first. */
export async function requestFootprint(
  work: TenantTx,
  { partnerId, productIds, geographies, comment, target }: WantedFootprint,
): Promise<FootprintRequest> {
  const isUrns = productIds.length > 0 && productIds.every((id) => URN.test(id));
  if (!isUrns) {
    const message = 'Give one or more URNs, such as urn:gtin:09506000134352.';
    throw badInput([problem(['productIds'], 'BAD_INPUT', message)]);
  }
  const tooMany = [
    ...sizeProblems(productIds, ['productIds'], MOST_VALUES),
    ...sizeProblems(geographies ?? [], ['geographies'], MOST_VALUES),
  ];
  if (tooMany.length > 0) throw badInput(tooMany);
  const product = target && (await findProduct(work, target.product));
  if (target !== undefined && product === undefined) throw notFound('The product');
  if (product !== undefined && target !== undefined) {
    const [bill] = await findBills(work, [product.id]);
    const count = bill?.bill.components.filter((each) => nameOf(each) === target.component).length;
    if (count !== 1) {
      const message = `The product has ${count} components with the name "${target.component}"; one is expected.`;
      throw badInput([problem(['component'], 'BAD_INPUT', message)]);
    }
  }
  const criteria = {
    productId: productIds,
    ...(geographies === undefined ? {} : { geography: geographies }),
    ...(comment === undefined ? {} : { comment }),
  };
  const at = { productId: product?.id ?? null, component: target?.component ?? null };
  return enqueue(work, partnerId, { kind: 'REQUEST', criteria, ...at });
}

/** Announces footprints to a partner by a Published event, which names their ids. */
export async function announceFootprints(
  work: TenantTx,
  partnerId: string,
  ids: readonly string[],
): Promise<FootprintRequest> {
  orNotFound('The partner', await partners.lock(work, { by: 'id', value: partnerId }));
  if (ids.length === 0 || ids.length > MOST_IN_EVENT) {
    const message = `Give 1 to ${MOST_IN_EVENT} calculations.`;
    throw badInput([problem(['calculationIds'], 'BAD_INPUT', message)]);
  }
  const decoded = ids.map((id) => requiredUuid('calculation', 'The calculation', id));
  const calculationIds = [...new Set(decoded)];
  const { calculations, footprints } = await countFootprints(work, calculationIds);
  if (calculations < calculationIds.length) throw notFound('The calculation');
  if (footprints < calculations) {
    const message =
      'Only calculations from cradle to gate that are the footprint of their product can be announced.';
    throw badInput([problem(['calculationIds'], 'BAD_INPUT', message)]);
  }
  const criteria = { pfIds: calculationIds };
  const target = { productId: null, component: null };
  return enqueue(work, partnerId, { kind: 'ANNOUNCEMENT', criteria, ...target });
}

async function enqueue(
  work: TenantTx,
  partnerId: string,
  request: Pick<FootprintRequest, 'kind' | 'criteria' | 'productId' | 'component'>,
): Promise<FootprintRequest> {
  const partner = await partners.lock(work, { by: 'id', value: partnerId });
  orNotFound('The partner', partner);
  if ((await countOpenRequests(work, partnerId)) >= MOST_OPEN)
    throw new ApiError('CONFLICT', `${MOST_OPEN} requests to this partner have not ended yet.`);
  const id = newUuid();
  await queueRequest(work, { ...request, id, partnerId, eventId: newUuid() });
  const [queued] = await requests.find(work, [id]);
  return orNotFound('The request', queued);
}
