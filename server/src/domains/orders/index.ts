import './bulk.ts';
import './calculate-graphql.ts';
import './contributions-graphql.ts';
import './equivalencies-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';
import './payments-graphql.ts';
import './personal-data.ts';
import './queries-graphql.ts';
import './transactions-graphql.ts';

export { bundleFields, readBundle } from './bundle-graphql.ts';
export { goodsOf, type WantedBundle } from './calculate-footprint.ts';
export {
  finderOf,
  MAX_LINES,
  productProblems,
  quantityProblems,
  type WantedLine,
  type WantedOrder,
} from './draft.ts';
export { OrderStateEnum } from './enums.ts';
export { OrderRef, orderById } from './graphql.ts';
export {
  type Delivery,
  deliveryFields,
  notNegative,
  readCustomer,
  readDelivery,
  readLegs,
  readNewCustomer,
} from './inputs-graphql.ts';
export { estimateFootprints } from './latest-footprints.ts';
export { linesOfOrders } from './line-store.ts';
export type { Order, OrderState } from './model.ts';
export { recordPayment } from './payments.ts';
export { returnOrder } from './returns.ts';
export { cancelOrder, confirmOrder, createOrder, deliverOrder, shipOrder } from './service.ts';
export { orders } from './store.ts';
export { transportLegsTask } from './transport-footprint.ts';
