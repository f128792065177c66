import {
  externalId,
  flag,
  hidden,
  kept,
  metadata,
  oneOf,
  RECORD,
} from '../../rules/properties/property.ts';
import { CartStateEnum } from './enums.ts';

/** Properties of a cart that clients write. */
export const GIVEN = { externalId: externalId('cart'), metadata: metadata() };

/** All that is written of a new cart. */
export const WRITTEN = {
  ...GIVEN,
  customerId: hidden<string | null, 'customer_id'>('customer_id', 'uuid', null),
  /** Null until the first price is put in, unless the creator of the cart chose one. */
  currency: hidden<string | null, 'currency'>('currency', 'text', null),
  isMock: flag('is_mock', { description: 'True for mock data of the sandbox.' }),
};

/** All properties of a cart. */
export const CART = {
  ...RECORD,
  ...WRITTEN,
  /** An open cart reads as abandoned once it expires, also before a worker writes that state. */
  state: oneOf('state', CartStateEnum, 'OPEN', { description: 'Current state of the object.' }),
  orderId: hidden<string | null, 'order_id'>('order_id', 'uuid', null),
  expiresAt: kept<Date, 'expires_at'>(
    'expires_at',
    'timestamptz',
    'DateTime',
    'Time after which the cart is abandoned if it is still open.',
  ),
};
