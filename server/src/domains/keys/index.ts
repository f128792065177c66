import './attention.ts';
import './graphql.ts';
import './mutations-graphql.ts';

export { OrganizationRef } from './caller-graphql.ts';
export { ANNOUNCE_EXPIRY_EVERY_MS, announceExpiringKeys } from './expiry.ts';
export { ApiKeyRef, apiKeyById } from './graphql.ts';
export { createKeyLookup, type KeyLookup } from './key-lookup.ts';
export { type ApiKey, stateOf } from './model.ts';
export {
  createKey,
  DEFAULT_GRACE_SECONDS,
  type IssuedKey,
  revokeKey,
  rotateKey,
} from './service.ts';
export { listAllKeys, scopeOfKey } from './store.ts';
