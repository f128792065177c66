import { encodeId } from '../../platform/ids.ts';
import { registerPersonalData } from '../customers/index.ts';
import { addressesOfCustomer, eraseAddressesOfCustomer } from './line-store.ts';

/** Orders know of a person only where things went and who was billed; the rest is about goods. */
registerPersonalData('orderAddresses', {
  permission: 'ORDERS_READ',
  load: async (db, scope, customerId) => {
    const rows = await addressesOfCustomer(db, scope, customerId);
    return rows.map(({ orderId, shipping, billing }) => ({
      orderId: encodeId('order', orderId),
      shippingAddress: shipping,
      billingAddress: billing,
    }));
  },
  erase: eraseAddressesOfCustomer,
});
