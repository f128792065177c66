import './bulk.ts';
import './graphql.ts';

export { deleteOldAuditEntries } from './store.ts';
