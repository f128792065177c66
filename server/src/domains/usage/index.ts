import './graphql.ts';

export { createUsageCounter, type UsageCounter } from './counter.ts';
