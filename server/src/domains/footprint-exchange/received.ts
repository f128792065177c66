import { createHash } from 'node:crypto';
import { type Component, readSupplierPcf } from '@trackway/engine';
import type { TenantTx } from '../../platform/database/index.ts';
import { isObject } from '../../platform/json/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { findBills, suppliedProblems, updateProduct } from '../products/index.ts';
import { type FootprintRequest, storeDocument } from './request-store.ts';

export type Document = Readonly<Record<string, unknown>>;

/** Of a document, and of a product with all of them: what a request may send, so that the product can be written again. */
const MOST_CHARACTERS = 1_048_576;

/**
 * The footprint that answers a request: of one of the products that were asked for, readable, active and valid now;
 * the newest of them. Undefined if none of the documents is.
 */
export function chosenDocument(
  documents: readonly Document[],
  productIds: readonly string[],
  now: Date,
): Document | undefined {
  const wanted = new Set(productIds.map((id) => id.toLowerCase()));
  const fitting = documents.filter(
    (document) =>
      String(document['status']).toLowerCase() === 'active' &&
      typeof readSupplierPcf(document) !== 'string' &&
      productIdsIn(document).some((id) => wanted.has(id)) &&
      !isOver(document, now),
  );
  return fitting.toSorted((a, b) => timeIn(b, 'created') - timeIn(a, 'created'))[0];
}

/** Name of a component; without one it goes by its material. */
export function nameOf({ name, material }: Component): string | undefined {
  return name ?? material;
}

/** Identifiers of products of a document, in small letters. */
export function productIdsIn(document: Document): string[] {
  const ids = document['productIds'];
  return Array.isArray(ids) ? ids.map((id) => String(id).toLowerCase()) : [];
}

function isOver(document: Document, now: Date): boolean {
  return timeIn(document, 'validityPeriodEnd') < now.getTime();
}

/** NaN, which is below and above nothing, if the document does not state it. */
function timeIn(document: Document, name: string): number {
  return Date.parse(String(document[name]));
}

/**
 * Writes a document to the component that the request names, and completes the request with it, which stays on record
 * with its SHA-256. A product that does not take it is an `ApiError`, and nothing is written.
 */
export async function receiveDocument(
  work: TenantTx,
  request: Pick<FootprintRequest, 'id' | 'productId' | 'component'>,
  partnerName: string,
  document: Document,
): Promise<void> {
  const { id, productId, component } = request;
  const text = JSON.stringify(document);
  if (text.length > MOST_CHARACTERS) throw tooLarge('it has');
  if (productId !== null && component !== null)
    await supplyComponent(work, { productId, component }, partnerName, document);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await storeDocument(work, id, document, sha256);
}

function tooLarge(subject: string): ApiError {
  const most = `more than ${MOST_CHARACTERS} characters of JSON`;
  return new ApiError('CONFLICT', `The footprint is too large: ${subject} ${most}.`);
}

async function supplyComponent(
  work: TenantTx,
  { productId, component: name }: { readonly productId: string; readonly component: string },
  partnerName: string,
  document: Document,
): Promise<void> {
  await updateProduct(work, { reference: { by: 'id', value: productId } }, (current) => {
    if (!current.bill.components.some((component) => nameOf(component) === name))
      throw new ApiError('CONFLICT', `The product has no component "${name}" any more.`);
    const components = current.bill.components.map((component) => {
      if (nameOf(component) !== name) return component;
      const { material: _material, factorId: _factor, productId: _product, ...rest } = component;
      const supplied = { ...rest, name, supplier: partnerName, supplierPcf: document };
      const [unfit] = suppliedProblems(supplied, []);
      if (unfit !== undefined)
        throw new ApiError(
          'CONFLICT',
          `The component "${name}" cannot take the footprint: ${unfit.message}`,
        );
      return supplied;
    });
    if (JSON.stringify(components).length > MOST_CHARACTERS)
      throw tooLarge('with it, the components of the product have');
    return { draft: { ...current, bill: { ...current.bill, components } }, problems: [] };
  });
}

/** Gives the later footprint of a product to the component that has the earlier one; a component that has another by now keeps it. */
export async function succeedDocument(
  work: TenantTx,
  earlier: FootprintRequest,
  partnerName: string,
  document: Document,
): Promise<void> {
  const { productId, component: name } = earlier;
  const [product] = productId === null ? [] : await findBills(work, [productId]);
  const isThere = product?.bill.components.some((component) => {
    const { supplierPcf: held } = component;
    return nameOf(component) === name && isObject(held) && held['id'] === earlier.document?.['id'];
  });
  if (productId === null || isThere) await receiveDocument(work, earlier, partnerName, document);
}
