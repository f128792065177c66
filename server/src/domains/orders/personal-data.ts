import { encodeId } from '../../platform/ids.ts';
import { decimalText } from '../../platform/money.ts';
import { registerPersonalData } from '../customers/index.ts';
import { eraseAddressesOfCustomer, ordersOfPerson } from './line-store.ts';

/** What orders know of a person: that they ordered, where it went and who was billed. */
registerPersonalData('orders', {
  permission: 'ORDERS_READ',
  load: async (db, scope, customerId) => {
    const orders = await ordersOfPerson(db, scope, customerId);
    return orders.map(({ id, totalMinor: minor, currency, shipping, billing, ...order }) => ({
      id: encodeId('order', id),
      ...order,
      total: { amount: decimalText({ minor, currency }), currencyCode: currency },
      shippingAddress: shipping,
      billingAddress: billing,
    }));
  },
  // The order itself stays: without the customer's name and its addresses it tells of nobody.
  erase: eraseAddressesOfCustomer,
});
