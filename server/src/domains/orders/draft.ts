import type { TransportLeg } from '@trackway/engine';
import type { Reference, TenantTx } from '../../platform/database/index.ts';
import type { Money } from '../../platform/money.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import {
  givenIdentifiers,
  type NamedObject,
  referenceIn,
} from '../../rules/inputs/named-object.ts';
import {
  inStored,
  type Path,
  problem,
  rangeProblems,
  sizeProblems,
  textProblems,
} from '../../rules/inputs/problems.ts';
import type { Buyer } from '../customers/index.ts';
import { referenceCheck } from '../factors/index.ts';
import { findNamedProducts, type NamedProduct, type Product } from '../products/index.ts';
import {
  chargeProblems,
  currencyProblems,
  type Totals,
  totalProblems,
  totalsOf,
  type WantedCharges,
} from './charges.ts';
import type { Address, OrderGiven, OrderLine } from './model.ts';

export const MAX_LINES = 250;
const MAX_QUANTITY = 1_000_000;

export type WantedLine = {
  readonly productId?: string | null | undefined;
  readonly product?: NamedObject['object'];
  readonly quantity: number;
  /** The price of the product when absent. */
  readonly unitPrice?: Money | undefined;
};

/** An order as someone wants it, from the API, a file or a cart. */
export type WantedOrder = OrderGiven &
  WantedCharges & {
    readonly customer: Buyer | undefined;
    /** Currency of the first price when absent. */
    readonly currency: string | undefined;
    readonly lines: readonly WantedLine[];
    readonly shippingAddress: Address | null;
    readonly billingAddress: Address | null;
    readonly shippingLegs: readonly TransportLeg[];
    readonly placedAt: Date | undefined;
    readonly isMock?: boolean;
  };

export type NewLine = Omit<
  OrderLine,
  | 'orderId'
  | 'returnedQuantity'
  | 'restatedUnitCo2eKg'
  | 'restatedCalculationId'
  | 'unitAssumedDistributionCo2eKg'
>;

/** Rules for the lines of an order. */
export type LineRules = {
  /** Lines that stay as they are, instead of the wanted ones. */
  readonly kept?: readonly NewLine[] | undefined;
  /** Products of the lines that were looked up before. */
  readonly find?: (line: WantedLine) => NamedProduct | undefined;
  /** True for an order of the past, which may have products that are archived by now. */
  readonly isPast?: boolean;
  /** True for the lines of a cart, which no argument of the request has. */
  readonly areStored?: boolean;
};

/** An order ready to be written, with all its problems. */
type CheckedOrder = {
  readonly lines: readonly NewLine[];
  readonly currency: string;
  readonly totals: Totals;
  readonly problems: readonly Problem[];
};

/** Checks an order and works out its totals. */
export async function checkOrder(
  work: TenantTx,
  wanted: WantedOrder,
  rules: LineRules = {},
): Promise<CheckedOrder> {
  const { kept } = rules;
  const { shippingLegs } = wanted;
  const checkReferences = await referenceCheck(work, [shippingLegs]);
  const problems = [...orderProblems(wanted), ...checkReferences({ shippingLegs })];
  const { lines, currency } =
    kept === undefined
      ? await pricedLines(work, wanted, rules, problems)
      : { lines: kept, currency: wanted.currency ?? '' };
  problems.push(...chargeProblems(wanted, currency));
  const subtotalMinor = lines.reduce((sum, each) => sum + each.quantity * each.unitPriceMinor, 0);
  const totals = totalsOf(subtotalMinor, wanted);
  problems.push(...totalProblems(totals));
  const isStored = ({ path }: Problem) => rules.areStored === true && path[1] === 'lines';
  const placed = problems.map((each) => (isStored(each) ? inStored(each) : each));
  return { lines, currency, totals, problems: placed };
}

/** Looks up the products of the lines, in two statements at most, and prices them. */
async function pricedLines(
  work: TenantTx,
  wanted: WantedOrder,
  rules: LineRules,
  problems: Problem[],
): Promise<{ readonly lines: readonly NewLine[]; readonly currency: string }> {
  problems.push(
    ...(wanted.lines.length === 0
      ? [problem(['lines'], 'EMPTY', 'An order has at least one line.')]
      : sizeProblems(wanted.lines, ['lines'], MAX_LINES)),
  );
  const find = rules.find ?? (await finderOf(work, wanted.lines));
  const found = wanted.lines.map((line, at) => {
    const product = find(line);
    problems.push(...lineProblems(line, product, ['lines', at], rules));
    const price = line.unitPrice ?? priceOf(product);
    return { line, product, price };
  });
  const currency =
    wanted.currency ??
    found.find(({ price }) => price !== undefined)?.price?.currency ??
    wanted.shippingPrice?.currency ??
    '';
  const lines = found.flatMap(({ line, product, price }, at) => {
    problems.push(...currencyProblems(price, currency, ['lines', at, 'unitPrice']));
    return product === undefined ? [] : [newLine(at + 1, line, product, price?.minor ?? 0)];
  });
  return { lines, currency };
}

function orderProblems(wanted: WantedOrder): Problem[] {
  return [
    ...addressProblems(wanted.shippingAddress, ['shippingAddress']),
    ...addressProblems(wanted.billingAddress, ['billingAddress']),
  ];
}

export function addressProblems(address: Address | null, path: Path): Problem[] {
  if (address === null) return [];
  const { lines = [], ...texts } = address;
  return [
    ...Object.entries(texts).flatMap(([name, text]) => textProblems(text, [...path, name], 255)),
    ...sizeProblems(lines, [...path, 'lines'], 10),
    ...lines.flatMap((line, at) => textProblems(line, [...path, 'lines', at], 255)),
  ];
}

function lineProblems(
  line: WantedLine,
  product: Product | undefined,
  path: Path,
  rules: LineRules,
): Problem[] {
  return [
    ...quantityProblems(line.quantity, [...path, 'quantity']),
    ...productProblems(line, product, path, rules),
    ...(product !== undefined && line.unitPrice === undefined && priceOf(product) === undefined
      ? [
          problem(
            [...path, 'unitPrice'],
            'REQUIRED',
            `The product "${product.name}" has no price: give the price of the line.`,
          ),
        ]
      : []),
  ];
}

/** Problems of the product reference of a line. */
export function productProblems(
  { productId: id, product: object }: WantedLine,
  product: Product | undefined,
  path: Path,
  { isPast = false }: LineRules = {},
): Problem[] {
  const [name, other] = givenIdentifiers({ id, object });
  if (name === undefined || other !== undefined) {
    const message = 'Say which product by its id or externalId.';
    return [problem([...path, 'product'], 'EXACTLY_ONE', message)];
  }
  const place = [...path, typeof id === 'string' ? 'productId' : 'product'];
  if (product?.status === 'ARCHIVED' && !isPast) {
    const message = `The product "${product.name}" is archived and cannot be ordered: set its status to ACTIVE first.`;
    return [problem(place, 'NOT_ALLOWED', message)];
  }
  if (product !== undefined) return [];
  const message = `There is no product ${name} in this organization and environment.`;
  return [problem(place, 'NOT_FOUND', message)];
}

export function quantityProblems(quantity: number, path: Path): Problem[] {
  const isGood = (value: number) => Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY;
  const message = `A quantity is a whole number from 1 to ${MAX_QUANTITY}.`;
  return rangeProblems(quantity, path, isGood, message);
}

/** Looks up the products of lines, in two statements at most, and gives that of each. */
export async function finderOf(
  work: TenantTx,
  lines: readonly WantedLine[],
): Promise<(line: WantedLine) => NamedProduct | undefined> {
  const references = lines.flatMap((line) => referenceOf(line) ?? []);
  const find = await findNamedProducts(work, references);
  return (line) => {
    const reference = referenceOf(line);
    return reference && find(reference);
  };
}

function referenceOf({ productId: id, product: object }: WantedLine): Reference | undefined {
  return referenceIn('product', { id, object });
}

function priceOf(product: Product | undefined): Money | undefined {
  if (product === undefined) return undefined;
  const { priceMinor, priceCurrency } = product;
  if (priceMinor === null || priceCurrency === null) return undefined;
  return { minor: priceMinor, currency: priceCurrency };
}

function newLine(
  number: number,
  { quantity }: WantedLine,
  product: NamedProduct,
  unitPriceMinor: number,
): NewLine {
  return {
    number,
    productId: product.id,
    name: product.name,
    quantity,
    unitPriceMinor,
    unitMassKg: product.grossMassKg,
    unitVolumeM3: product.volumeM3,
    unitCo2eKg: null,
    calculationId: null,
  };
}
