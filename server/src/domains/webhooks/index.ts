import './attention.ts';
import './deliveries-graphql.ts';
import './event-deletion-graphql.ts';
import './event-types-graphql.ts';
import './health-graphql.ts';
import './mutations-graphql.ts';
import './redelivery-graphql.ts';

export { MAINTAIN_EVERY_MS, maintainDeliveries } from './delivery-maintenance.ts';
export { startDispatcher } from './dispatcher.ts';
export { deleteOldEvents } from './event-deletion.ts';
export { type AgentOptions, GuardedClient } from './guarded-agent.ts';
export { redeliveryHandlers } from './redelivery.ts';
export { resealSecrets } from './reseal.ts';
export { resolverOf } from './resolve.ts';
export { SendingThread } from './send-by-thread.ts';
export { urlProblems } from './service.ts';
export { wakeAfterCommits } from './wake.ts';
