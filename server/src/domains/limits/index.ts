export { CountedWindows } from './counted-windows.ts';
export { maxCostOf, TIER_LIMITS } from './model.ts';
export { assertMayOpenJob } from './open-jobs.ts';
export {
  createRateLimiter,
  openSharedWindows,
  type RateLimit,
  type RateLimiter,
  WINDOW_SECONDS,
} from './rate-limiter.ts';
export type { SharedCounts } from './shared-windows.ts';
