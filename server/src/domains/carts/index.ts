import './calculate-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';
import './queries-graphql.ts';

export { CartRef } from './graphql.ts';
export type { Cart, CartLine, CartState } from './model.ts';
export { ABANDON_EVERY_MS, abandonOverdueCarts } from './overdue.ts';
export { abandonCart, checkoutCart, createCart, setCartLine } from './service.ts';
