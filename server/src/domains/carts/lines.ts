import type { TenantTx } from '../../platform/database/index.ts';
import { MAX_MINOR } from '../../platform/money.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import { productProblems, quantityProblems, type WantedLine } from '../orders/index.ts';
import { findNamedProducts, type Product } from '../products/index.ts';
import type { Cart, CartLine } from './model.ts';
import { linesOfCarts } from './store.ts';

/** Rules of the lines of a cart: quantities, prices and their currency. */

/** Currency of the first price among wanted lines and their products. */
export function currencyOf(
  lines: readonly WantedLine[],
  products: readonly (Product | undefined)[],
): string | undefined {
  const currencies = lines.map(
    ({ unitPrice }, at) => unitPrice?.currency ?? products[at]?.priceCurrency ?? undefined,
  );
  return currencies.find((currency) => currency !== undefined);
}

type CheckedLine = Omit<CartLine, 'cartId' | 'addedAt'>;

/** `currency` is that of the cart; undefined while nothing with a price was put in. */
export function checkLine(
  currency: string | undefined,
  wanted: WantedLine,
  product: Product | undefined,
  path: Path,
  problems: Problem[],
): CheckedLine {
  const { quantity, unitPrice } = wanted;
  problems.push(...quantityProblems(quantity, [...path, 'quantity']));
  problems.push(...productProblems(wanted, product, path));
  if (unitPrice !== undefined && unitPrice.currency !== currency) {
    const message = `The cart is in ${currency}; a price in ${unitPrice.currency} does not fit.`;
    problems.push(problem([...path, 'unitPrice', 'currencyCode'], 'WRONG_CURRENCY', message));
  }
  if (product !== undefined && unitPrice === undefined && product.priceCurrency !== currency) {
    const price =
      product.priceCurrency === null ? 'no price' : `a price in ${product.priceCurrency}`;
    const place = currency === undefined ? '' : ` in ${currency}`;
    const message = `"${product.name}" has ${price}: give its price${place}.`;
    problems.push(problem([...path, 'unitPrice'], 'REQUIRED', message));
  }
  if (quantity * (unitPrice?.minor ?? product?.priceMinor ?? 0) > MAX_MINOR) {
    const message = 'The total of the line is too large to be exact.';
    problems.push(problem([...path, 'quantity'], 'OUT_OF_RANGE', message));
  }
  return { productId: product?.id ?? '', quantity, unitPriceMinor: unitPrice?.minor ?? null };
}

/** One line per product: pieces of one product at one price are added up. */
export function mergeLines(lines: readonly CheckedLine[], problems: Problem[]): CheckedLine[] {
  const merged = new Map<string, CheckedLine>();
  for (const [at, line] of lines.entries()) {
    const { productId, quantity, unitPriceMinor } = line;
    const first = merged.get(productId);
    if (first === undefined || productId === '') {
      merged.set(productId, line);
      continue;
    }
    if (first.unitPriceMinor !== unitPriceMinor) {
      const message = 'An earlier line has this product at another price; a cart has one of each.';
      problems.push(problem(['lines', at], 'DUPLICATE', message));
    }
    const sum = first.quantity + quantity;
    problems.push(...quantityProblems(sum, ['lines', at, 'quantity']));
    merged.set(productId, { ...first, quantity: sum });
  }
  return [...merged.values()];
}

/** The prices of the lines must exist in the new currency: amounts are never converted. */
export async function currencyChangeProblems(
  work: TenantTx,
  { id }: Cart,
  currency: string,
): Promise<Problem[]> {
  const lines = await linesOfCarts(work, [id]);
  const find = await findNamedProducts(
    work,
    lines.map(({ productId }) => ({ by: 'id', value: productId })),
  );
  return lines.flatMap(({ productId, unitPriceMinor }) => {
    const product = find({ by: 'id', value: productId });
    if (unitPriceMinor === null && product?.priceCurrency === currency) return [];
    const message = `The line of "${product?.name ?? productId}" has no price in ${currency}: set the line again with one, or remove it first.`;
    return [problem(['currencyCode'], 'WRONG_CURRENCY', message)];
  });
}
