import { encodeId } from '../../platform/ids.ts';
import {
  cellsOf,
  exportOfRows,
  plainCsv,
  registerBulkType,
  TIME_FILTERS,
} from '../../rules/bulk/bulk-type.ts';
import { made, type RowForm, shown } from '../../rules/bulk/row-form.ts';
import { actorIdOf } from './model.ts';
import { AUDIT_ENTRY, type AuditEntry, auditEntries, auditReader } from './store.ts';

const { createdAt, action, details } = AUDIT_ENTRY;
const EXPORTED = { createdAt, action, details };

const FORM: RowForm<AuditEntry> = {
  idKind: 'auditEntry',
  members: [
    ...shown(EXPORTED),
    made('objectId', ({ objectKind, objectId }) => encodeId(objectKind, objectId)),
    ...shown({ actorKind: AUDIT_ENTRY.actorKind }),
    made('actorId', actorIdOf),
    ...shown({ actorName: AUDIT_ENTRY.actorName, actorEmail: AUDIT_ENTRY.actorEmail }),
    made('requestId', ({ requestId }) =>
      requestId === null ? null : encodeId('request', requestId),
    ),
  ],
};

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
  export: exportOfRows(FORM, (db, asked, take) => {
    const { createdSince, createdUntil, updatedSince } = asked.filter;
    // An entry never changes: its last change is its creation.
    const since = [createdSince, updatedSince].filter((time) => time != null);
    const filter = {
      createdUntil,
      createdSince: since.length === 0 ? undefined : new Date(Math.max(...since.map(Number))),
    };
    return auditReader.eachOfPage(db, { ...asked, filter }, take);
  }),
});
