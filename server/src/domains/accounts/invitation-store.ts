import { sql } from 'kysely';
import { type Db, onPage, type Page } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Invitation, Role } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    invitations: {
      organization_id: string;
      id: string;
      token_digest: Buffer;
      email: string | null;
      role: Role;
      invited_by: string | null;
      created_at: Date;
      expires_at: Date;
    };
  }
}

const INVITATION_COLUMNS = [
  'invitations.id',
  'email',
  'role',
  'invited_by as invitedBy',
  'invitations.created_at as createdAt',
  'expires_at as expiresAt',
] as const;

export async function insertInvitation(
  tx: Db,
  organizationId: string,
  invitation: Pick<Invitation, 'email' | 'role' | 'invitedBy' | 'expiresAt'>,
  tokenDigest: Buffer,
): Promise<Invitation> {
  const { email, role, invitedBy, expiresAt } = invitation;
  return tx
    .insertInto('invitations')
    .values({
      organization_id: organizationId,
      id: newUuid(),
      token_digest: tokenDigest,
      email: email?.toLowerCase() ?? null,
      role,
      invited_by: invitedBy,
      created_at: new Date(),
      expires_at: expiresAt,
    })
    .returning(INVITATION_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function listInvitations(
  db: Db,
  organizationId: string,
  page: Page,
): Promise<Invitation[]> {
  const open = db
    .selectFrom('invitations')
    .select(INVITATION_COLUMNS)
    .where('organization_id', '=', organizationId);
  const columns = [{ ref: 'invitations.id', type: 'uuid' }] as const;
  return onPage(open, { columns, isDescending: false }, page).execute();
}

export async function countInvitations(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** An invitation with the name of its organization, found by the secret of its link. */
export type OpenInvitation = Invitation & {
  readonly organizationId: string;
  readonly organizationName: string;
};

export async function findInvitation(
  db: Db,
  tokenDigest: Buffer,
): Promise<OpenInvitation | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select([
      ...INVITATION_COLUMNS,
      'organizations.id as organizationId',
      'organizations.name as organizationName',
    ])
    .where('token_digest', '=', tokenDigest)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Deletes an invitation; undefined if it was gone, so that of two who use one link one joins. */
export async function deleteInvitation(
  tx: Db,
  organizationId: string,
  id: string,
): Promise<Invitation | undefined> {
  return tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(INVITATION_COLUMNS)
    .executeTakeFirst();
}
