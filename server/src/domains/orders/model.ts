import type { TransportLeg } from '@trackway/engine';
import type { ValuesOf } from '../../platform/database/index.ts';
import type { Transitions } from '../../rules/mutations/preconditions.ts';
import type { GIVEN, ORDER } from './properties.ts';

export type OrderState = 'DRAFT' | 'CONFIRMED' | 'SHIPPED' | 'DELIVERED' | 'RETURNED' | 'CANCELLED';

export const ORDER_TRANSITIONS: Transitions<OrderState> = {
  DRAFT: ['CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: ['RETURNED'],
  RETURNED: [],
  CANCELLED: [],
};

/** Basis for splitting shipping emissions over the lines. */
export type ShippingSplit = 'MASS' | 'VOLUME' | 'VALUE';

/** An order, without its lines and addresses. */
export type Order = ValuesOf<typeof ORDER>;

/** The properties of an order that clients write. */
export type OrderGiven = ValuesOf<typeof GIVEN>;

export type OrderLine = {
  readonly orderId: string;
  readonly number: number;
  readonly productId: string;
  /** Name of the product when the order was placed. */
  readonly name: string;
  readonly quantity: number;
  readonly returnedQuantity: number;
  readonly unitPriceMinor: number;
  readonly unitMassKg: number | null;
  readonly unitVolumeM3: number | null;
  /** Frozen at confirmation, null before; null after means that the product had no footprint. */
  readonly unitCo2eKg: number | null;
  readonly calculationId: string | null;
  /** By the latest restatement; null where there was none. */
  readonly restatedUnitCo2eKg: number | null;
  readonly restatedCalculationId: string | null;
  /** Part of the present footprint of a unit that is an assumed way to the customer; real legs replace it. */
  readonly unitAssumedDistributionCo2eKg: number;
};

/** A line with what one of it emits by a later calculation. */
export type Restated = {
  readonly line: OrderLine;
  readonly unitCo2eKg: number;
  readonly unitAssumedDistributionCo2eKg: number;
  readonly calculationId: string | null;
};

/** A delivery or billing address: personal data, stored apart from the order and erasable. */
export type Address = {
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly lines?: readonly string[] | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country: string;
};

export type OrderAddresses = {
  readonly shipping: Address | null;
  readonly billing: Address | null;
};

export type Disposition = 'RESTOCK' | 'DESTROY';

export type ReturnedLine = {
  readonly number: number;
  readonly quantity: number;
  readonly disposition: Disposition;
};

export type OrderReturn = {
  readonly orderId: string;
  readonly id: string;
  readonly lines: readonly ReturnedLine[];
  readonly transportLegs: readonly TransportLeg[];
  readonly createdAt: Date;
};

/** True if all goods of the order were returned. */
export function isFullyReturned(lines: readonly OrderLine[]): boolean {
  return lines.every((line) => line.returnedQuantity === line.quantity);
}

/** Mass of all pieces of lines in kg; undefined when one of the products has none. */
export function massOfLines(
  lines: readonly Pick<OrderLine, 'unitMassKg' | 'quantity'>[],
): number | undefined {
  return massOf(lines.map((line) => ({ line, quantity: line.quantity })));
}

/** Mass of some pieces of lines in kg; undefined when one of the products has none. */
export function massOf(
  pieces: readonly {
    readonly line: Pick<OrderLine, 'unitMassKg'>;
    readonly quantity: number;
  }[],
): number | undefined {
  let massKg = 0;
  for (const { line, quantity } of pieces) {
    if (line.unitMassKg === null) return undefined;
    massKg += line.unitMassKg * quantity;
  }
  return massKg;
}
