/**
 * Tables whose state decides what a caller may do next, or that clients poll, and the function behind the ends
 * of change feeds: queries read them from the primary, never from a replica. Tables of people and of
 * organizations are among them because their writers announce no tenant (`announceWriter`).
 */
export const CURRENT_TABLES: ReadonlySet<string> = new Set([
  'api_keys',
  'credentials',
  'deleted_events',
  'dpp_grants',
  'dpp_transfers',
  'events',
  'feed_horizon',
  'idempotency_keys',
  'invitations',
  'jobs',
  'mail_windows',
  'members',
  'organizations',
  'passkeys',
  'secret_fingerprint',
  'sessions',
  'two_factors',
  'users',
  'verifications',
]);
