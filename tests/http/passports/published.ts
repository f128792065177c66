import { sql } from 'kysely';
import type { DppStatus } from '../../../server/src/domains/passports/index.ts';
import type { Trust } from '../../../server/src/domains/trust/index.ts';
import { SecretBox } from '../../../server/src/platform/secret-box.ts';
import { PublicUrls } from '../../../server/src/rules/public-urls.ts';
import {
  addVersionWith,
  type Published,
  publishWith,
  type Wanted,
} from '../../passports/publish.ts';
import { service } from '../world.ts';

export const trust: Trust = {
  box: new SecretBox(service.secrets.keyFor('signing-keys')),
  urls: new PublicUrls(() => service.url, new Map()),
};
const publisher = { db: service.db, trust };

/** Stores a signed passport of the test's service. */
export function publish(wanted: Wanted): Promise<Published> {
  return publishWith(publisher, wanted);
}

/** Adds a version and makes it the current one. */
export function addVersion(wanted: Wanted, uuid: string, number: number): Promise<string> {
  return addVersionWith(publisher, wanted, uuid, number);
}

/** The JSON of an answer. `JSON.parse` leaves its shape to the assertions. */
export async function jsonOf(answer: Response) {
  return JSON.parse(await answer.text());
}

/** The answer of `/verify` about an address. */
export async function verificationOf(url: string) {
  const headers = { accept: 'application/json' };
  return jsonOf(await fetch(`${service.url}/verify?url=${encodeURIComponent(url)}`, { headers }));
}

/** Changes the state of a passport. */
export async function setState(
  { scope }: Pick<Wanted, 'scope'>,
  { uuid }: Published,
  status: DppStatus,
  reason: string | null = null,
): Promise<void> {
  await sql`update dpps set status = ${status}, status_reason = ${reason}
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and id = ${uuid}`.execute(service.db);
}
