import './bulk.ts';

export { ActorRef, type NamedActor, uuidOfActor } from './graphql.ts';
export { deleteOldAuditEntries } from './store.ts';
