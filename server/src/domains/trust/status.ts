import { randomInt } from 'node:crypto';
import type { TenantTx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { JsonObject } from '../../platform/json/index.ts';
import { LIST_LENGTH, STATUS_PURPOSES, type StatusPlace, type StatusPurpose } from './model.ts';
import { closeStatusList, openStatusList, setStatus, takePlaces } from './status-store.ts';

/** Rounds of random places in one list. A list that is less than half full practically never needs as many. */
const MOST_ROUNDS = 16;

/** Gives each new credential a random place; earlier credentials about the same subjects are superseded. */
export async function takeStatusPlaces(
  work: TenantTx,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, StatusPlace>> {
  await setStatus(work, subjectIds, 'refresh', true);
  const taken = new Map<string, StatusPlace>();
  while (taken.size < subjectIds.length) {
    const listId = await openStatusList(work);
    for (let round = 0; round < MOST_ROUNDS && taken.size < subjectIds.length; round += 1) {
      const wanted = subjectIds
        .filter((subjectId) => !taken.has(subjectId))
        .map((subjectId) => ({ subjectId, place: randomInt(LIST_LENGTH) }));
      for (const place of await takePlaces(work, listId, wanted)) taken.set(place.subjectId, place);
    }
    if (taken.size < subjectIds.length) await closeStatusList(work, listId);
  }
  return taken;
}

/** The entries of a credential, one for each purpose. W3C wants the index as a string. */
export function statusEntries(publicUrl: string, { listId, place }: StatusPlace): JsonObject[] {
  return STATUS_PURPOSES.map((purpose) => {
    const list = statusListUrl(publicUrl, listId, purpose);
    return {
      id: `${list}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: purpose,
      statusListIndex: String(place),
      statusListCredential: list,
    };
  });
}

/** Address of a list, such as `https://id.example/status/stl_01k…-revocation`. */
export function statusListUrl(publicUrl: string, listId: string, purpose: StatusPurpose): string {
  return `${publicUrl}/status/${encodeId('statusList', listId)}-${purpose}`;
}
