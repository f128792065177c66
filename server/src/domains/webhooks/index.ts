import './deliveries-graphql.ts';
import './event-types-graphql.ts';
import './mutations-graphql.ts';

export { startDispatcher } from './dispatcher.ts';
export { resolveBySystem } from './guarded-lookup.ts';
export { MAINTAIN_EVERY_MS, maintainPartitions } from './partitions.ts';
export { SecretBox } from './secret-box.ts';
export { createSender } from './send.ts';
