import { type Db, type Tx, violatedConstraint } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Actor } from '../../rules/access/actor.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { recordAuditOfOrganization } from '../../rules/events/audit.ts';
import { settingsChange } from './audit.ts';

export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly requestsPerMinute: number | null;
};

declare module '../../platform/database/schema.ts' {
  interface Database {
    organizations: {
      id: string;
      name: string;
      tier: Tier;
      requests_per_minute: number | null;
    };
  }
}

const COLUMNS = ['id', 'name', 'tier', 'requests_per_minute as requestsPerMinute'] as const;

export async function createOrganization(db: Db, name: string, tier: Tier): Promise<Organization> {
  try {
    return await db
      .insertInto('organizations')
      .values({ id: newUuid(), name, tier, requests_per_minute: null })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violatedConstraint(error) !== 'organizations_name_key') throw error;
    throw new ApiError('CONFLICT', `There is an organization named "${name}" already.`);
  }
}

export async function findOrganizationByName(db: Db, name: string): Promise<Organization> {
  const found = await db
    .selectFrom('organizations')
    .select(COLUMNS)
    .where('name', '=', name)
    .executeTakeFirst();
  if (found === undefined)
    throw new ApiError('NOT_FOUND', `There is no organization named "${name}".`);
  return found;
}

export async function listOrganizations(db: Db): Promise<Organization[]> {
  return db.selectFrom('organizations').select(COLUMNS).orderBy('id').execute();
}

export async function updateOrganization(
  tx: Tx,
  by: Actor,
  name: string,
  changes: { readonly tier?: Tier; readonly requestsPerMinute?: number | null },
): Promise<Organization> {
  const current = await findOrganizationByName(tx, name);
  const { tier = current.tier, requestsPerMinute = current.requestsPerMinute } = changes;
  const change = settingsChange.of(current.id, { tier, requestsPerMinute });
  await recordAuditOfOrganization(tx, current.id, by, change);
  return tx
    .updateTable('organizations')
    .set({ tier, requests_per_minute: requestsPerMinute })
    .where('id', '=', current.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Makes concurrent writers of an organization's keys queue for it. */
export async function lockOrganization(tx: Db, id: string): Promise<Organization> {
  return tx
    .selectFrom('organizations')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
