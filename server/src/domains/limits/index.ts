export { maxCostOf, TIER_LIMITS } from './model.ts';
export {
  createRateLimiter,
  type RateLimit,
  type RateLimiter,
  WINDOW_SECONDS,
} from './rate-limiter.ts';
