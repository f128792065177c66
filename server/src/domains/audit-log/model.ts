import { encodeId } from '../../platform/ids.ts';
import type { AuditEntry } from './store.ts';

/** The id of the person or key that acted, as the API shows it. */
export function actorIdOf({
  actorKind,
  actorId,
}: Pick<AuditEntry, 'actorKind' | 'actorId'>): string | null {
  return actorId === null ? null : encodeId(actorKind === 'PERSON' ? 'user' : 'apiKey', actorId);
}
