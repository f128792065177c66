import './graphql.ts';
import './rates-graphql.ts';
import './totals-graphql.ts';

export { createUsageCounter, type UsageCounter } from './counter.ts';
export { deleteOldUsage } from './store.ts';
