import { sql } from 'kysely';
import { createOrganization, updateOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import type { Environment, Scope } from '../../server/src/platform/scope.ts';
import { until } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS, type Permission } from '../../server/src/rules/access/permissions.ts';
import type { Tier } from '../../server/src/rules/access/tiers.ts';
import { type Client, clientOf } from './client.ts';
import { startTestService } from './service.ts';

/** The one service of a test process; the files that share it have organizations of their own. */
export const service = await startTestService();

export type Wishes = {
  readonly tier?: Tier;
  readonly environment?: Environment;
  /** All permissions by default. */
  readonly permissions?: readonly Permission[];
  readonly expiresAt?: Date;
  /** The key is of an organization that exists already, instead of a new one. */
  readonly organization?: Organization;
  /** High enough by default that no test reaches the limit; null is the limit of the tier. */
  readonly requestsPerMinute?: number | null;
};

export type Organization = { readonly id: string; readonly name: string; readonly tier: Tier };

export type World = Client & {
  readonly organization: Organization;
  readonly scope: Scope;
  readonly key: string;
  readonly keyId: string;
  readonly endpoint: string;
};

const PLENTY = 1_000_000;
let worlds = 0;

/** An organization, a key of it and a client with that key: `const { send } = await world()`. */
export async function world(wishes: Wishes = {}): Promise<World> {
  const { tier = 'FREE', environment = 'LIVE', permissions = PERMISSIONS } = wishes;
  const organization = wishes.organization ?? (await newOrganization(tier, wishes));
  const scope: Scope = { organizationId: organization.id, environment };
  const { secret, apiKey } = await service.db.transaction().execute((tx) =>
    createKey({ db: tx, scope, by: COMMAND_LINE }, service.keyPepper, undefined, {
      name: 'Test key',
      tier,
      permissions,
      expiresAt: wishes.expiresAt ?? null,
    }),
  );
  const endpoint = endpointOf(environment);
  const client = clientOf(endpoint, secret);
  return { ...client, organization, scope, key: secret, keyId: apiKey.id, endpoint };
}

export function endpointOf(environment: Environment): string {
  return `${service.url}${environment === 'SANDBOX' ? '/sandbox' : ''}/graphql`;
}

/** Waits until all jobs that began have ended. */
export function untilNoJobRuns({ organizationId, environment }: Scope): Promise<void> {
  return until(async () => {
    const { rows } = await sql`select 1 from jobs where organization_id = ${organizationId}
      and environment = ${environment} and state in ('QUEUED', 'RUNNING') limit 1`.execute(
      service.db,
    );
    return rows.length === 0;
  });
}

async function newOrganization(tier: Tier, wishes: Wishes): Promise<Organization> {
  const { requestsPerMinute = PLENTY } = wishes;
  worlds += 1;
  const name = `World ${worlds}`;
  const organization = await createOrganization(service.db, name, tier);
  await service.db
    .transaction()
    .execute((tx) => updateOrganization(tx, COMMAND_LINE, name, { requestsPerMinute }));
  return organization;
}
