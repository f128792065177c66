import './calculate-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';
import './personal-data.ts';
import './queries-graphql.ts';

export type { CartState } from './model.ts';
export { ABANDON_EVERY_MS, abandonOverdueCarts } from './overdue.ts';
export { abandonCart, checkoutCart, createCart } from './service.ts';
