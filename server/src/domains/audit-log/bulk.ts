import { encodeId } from '../../platform/ids.ts';
import { cellsOf, plainCsv, registerBulkType, TIME_FILTERS } from '../../rules/bulk-type.ts';
import { pick } from '../../rules/draft.ts';
import { actorIdOf } from './model.ts';
import { AUDIT_ENTRY, type AuditEntry, auditEntries, auditReader } from './store.ts';

const { createdAt, action, details } = AUDIT_ENTRY;
const EXPORTED = { createdAt, action, details };

registerBulkType({
  name: 'AUDIT_LOG',
  description: 'Entries of the audit log. They can only be exported.',
  idKind: 'auditEntry',
  permissions: { read: 'AUDIT_READ', write: 'AUDIT_READ' },
  csv: plainCsv({
    id: 'TEXT',
    ...cellsOf(EXPORTED),
    objectId: 'TEXT',
    actorKind: 'TEXT',
    actorId: 'TEXT',
    actorName: 'TEXT',
    actorEmail: 'TEXT',
    requestId: 'TEXT',
  }),
  filters: TIME_FILTERS,
  total: auditEntries.total,
  page: async (db, scope, after, limit, { createdSince, createdUntil, updatedSince }) => {
    // An entry never changes: its last change is its creation.
    const since = [createdSince, updatedSince].filter((time) => time != null);
    const times = {
      createdUntil,
      createdSince: since.length === 0 ? undefined : new Date(Math.max(...since.map(Number))),
    };
    const page = await auditReader.pageAfter(db, scope, after, limit, times);
    return page.map((entry) => ({ id: entry.id, row: rowOf(entry) }));
  },
});

function rowOf(entry: AuditEntry) {
  const { id, objectKind, objectId, actorKind, actorName, actorEmail, requestId } = entry;
  return {
    id: encodeId('auditEntry', id),
    ...pick(EXPORTED, entry),
    objectId: encodeId(objectKind, objectId),
    actorKind,
    actorId: actorIdOf(entry),
    actorName,
    actorEmail,
    requestId: requestId === null ? null : encodeId('request', requestId),
  };
}
