import './graphql.ts';

export { createRequestLog, type RequestLog } from './log.ts';
export { maintainRequestLog } from './store.ts';
