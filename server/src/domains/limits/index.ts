import './attention.ts';
import './storage-graphql.ts';

export { CountedWindows } from './counted-windows.ts';
export { measureRecords } from './measure-records.ts';
export { maxCostOf, TIER_LIMITS } from './model.ts';
export { assertMayOpenJob } from './open-jobs.ts';
export {
  createRateLimiter,
  openSharedWindows,
  type RateLimit,
  type RateLimiter,
  WINDOW_SECONDS,
} from './rate-limiter.ts';
export { type CountedRecordRoom, countRecords } from './record-room.ts';
export { requestMeasurement } from './record-store.ts';
export type { SharedCounts } from './shared-windows.ts';
