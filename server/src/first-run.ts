import { createOrganization, inviteMember, listOrganizations } from './domains/accounts/index.ts';
import { loadTools } from './domains/factors/index.ts';
import { createKey } from './domains/keys/index.ts';
import { seedSandbox } from './domains/sandbox/index.ts';
import type { Db } from './platform/database/index.ts';
import { ENVIRONMENTS, type Environment } from './platform/scope.ts';
import { SYSTEM } from './rules/access/actor.ts';
import { computeHere } from './rules/jobs/compute.ts';

/** Results of the first start, shown once: keys, and the secret of a link that lets the owner in. */
export type FirstAccess = {
  readonly keys: Readonly<Record<Environment, string>>;
  readonly ownerToken: string;
};

/**
 * On a database without organizations: makes "Demo", of the highest tier so that everything can be
 * tried, one key for each of its environments, an invitation for its owner, and the mock data of its
 * sandbox. Part of the start-up, which one process at a time does.
 */
export async function createDemoOrganization(
  db: Db,
  keyPepper: Buffer,
): Promise<FirstAccess | undefined> {
  if ((await listOrganizations(db)).length > 0) return undefined;
  const tools = await loadTools(db);
  return db.transaction().execute(async (tx) => {
    const { id: organizationId } = await createOrganization(tx, 'Demo', 'ENTERPRISE');
    const keys: Record<Environment, string> = { LIVE: '', SANDBOX: '' };
    for (const environment of ENVIRONMENTS) {
      const scope = { organizationId, environment };
      const { secret } = await createKey({ db: tx, scope, by: SYSTEM }, keyPepper, undefined, {
        name: 'First key',
        tier: null,
        permissions: null,
        expiresAt: null,
      });
      keys[environment] = secret;
    }
    await seedSandbox(tx, organizationId, (work) => computeHere(tools, work));
    const owner = { email: null, role: 'OWNER' } as const;
    const { token } = await inviteMember(tx, organizationId, SYSTEM, owner);
    return { keys, ownerToken: token };
  });
}
