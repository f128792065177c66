import { sql } from 'kysely';
import { type Db, onPage, type Page } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Tier } from '../../rules/tiers.ts';
import type { Invitation, Member, Person, Role } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    users: { id: string; name: string; email: string; two_factor_enabled: boolean | null };
    sessions: { user_id: string; expires_at: Date; updated_at: Date };
    credentials: {
      id: string;
      user_id: string;
      provider_id: string;
      account_id: string;
      password: string | null;
    };
    verifications: { id: string; identifier: string; value: string; expires_at: Date };
    members: {
      organization_id: string;
      id: string;
      user_id: string;
      role: Role;
      created_at: Date;
    };
    invitations: {
      organization_id: string;
      id: string;
      token_digest: Buffer;
      email: string | null;
      role: Role;
      invited_by: string;
      created_at: Date;
      expires_at: Date;
    };
  }
}

/** An organization that a person may enter, and the limits that hold there. */
export type Membership = {
  readonly role: Role;
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly tier: Tier;
    readonly requestsPerMinute: number | null;
  };
};

/** All organizations of a person, by name. A person is a member of few. */
export async function listMemberships(db: Db, personId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'members.role',
      'organizations.id',
      'organizations.name',
      'organizations.tier',
      'organizations.requests_per_minute as requestsPerMinute',
    ])
    .where('members.user_id', '=', personId)
    .orderBy('organizations.name')
    .execute();
  return rows.map(({ role, ...organization }) => ({ role, organization }));
}

const memberRows = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.id',
      'members.role',
      'members.created_at as joinedAt',
      'users.id as personId',
      'users.name',
      'users.email',
      sql<boolean>`coalesce(users.two_factor_enabled, false)`.as('hasTwoFactor'),
      // A session is renewed when it is used, at most once a day.
      sql<Date | null>`(select max(updated_at) from sessions where sessions.user_id = users.id)`.as(
        'lastSeenAt',
      ),
    ])
    .where('members.organization_id', '=', organizationId);

type MemberRow = Omit<Member, 'person'> & Omit<Person, 'id'> & { readonly personId: string };

function memberOf({ personId, name, email, ...member }: MemberRow): Member {
  return { ...member, person: { id: personId, name, email } };
}

export async function listMembers(db: Db, organizationId: string, page: Page): Promise<Member[]> {
  const columns = [{ ref: 'members.id', type: 'uuid' }] as const;
  const rows = onPage(memberRows(db, organizationId), { columns, isDescending: false }, page);
  return (await rows.execute()).map(memberOf);
}

/** Members are counted and not kept in counters: they are few. */
export async function countMembers(db: Db, organizationId: string, role?: Role): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .$if(role !== undefined, (members) => members.where('role', '=', role ?? 'OWNER'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findMember(
  db: Db,
  organizationId: string,
  id: string,
): Promise<Member | undefined> {
  const row = await memberRows(db, organizationId).where('members.id', '=', id).executeTakeFirst();
  return row && memberOf(row);
}

export async function findMemberByEmail(
  db: Db,
  organizationId: string,
  email: string,
): Promise<Member | undefined> {
  const row = await memberRows(db, organizationId)
    .where('users.email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row && memberOf(row);
}

/** Members of an organization as people, by their own ids. */
export async function findPeople(
  db: Db,
  organizationId: string,
  personIds: readonly string[],
): Promise<Pick<Person, 'id' | 'name'>[]> {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.name'])
    .where('members.organization_id', '=', organizationId)
    .where('users.id', 'in', personIds)
    .execute();
}

export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** A person with a password. The digest is that of `password.ts`. */
export async function insertPerson(
  tx: Db,
  person: { readonly name: string; readonly email: string; readonly passwordDigest: string },
): Promise<Person> {
  const { name, passwordDigest } = person;
  const created = await tx
    .insertInto('users')
    .values({ id: newUuid(), name, email: person.email.toLowerCase(), two_factor_enabled: false })
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('credentials')
    .values({
      id: newUuid(),
      user_id: created.id,
      provider_id: 'credential',
      account_id: created.id,
      password: passwordDigest,
    })
    .execute();
  return created;
}

/** Makes a person a member and returns the id of the membership; undefined for one who is a member already. */
export async function insertMember(
  tx: Db,
  organizationId: string,
  personId: string,
  role: Role,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('members')
    .values({
      organization_id: organizationId,
      id: newUuid(),
      user_id: personId,
      role,
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function setRole(
  tx: Db,
  organizationId: string,
  id: string,
  role: Role,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteMember(tx: Db, organizationId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
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

/** Allows whoever has the token to choose a new password, once, until it expires. */
export async function insertPasswordReset(
  tx: Db,
  personId: string,
  token: string,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('verifications')
    // The form in which better-auth looks for it.
    .values({
      id: newUuid(),
      identifier: `reset-password:${token}`,
      value: personId,
      expires_at: expiresAt,
    })
    .execute();
}

export async function deleteSessions(tx: Db, personId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', personId).execute();
}

/** Deletes sessions, links and invitations whose time is over. */
export async function deleteExpiredAccess(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with s as (delete from sessions where expires_at < now() returning 1),
      v as (delete from verifications where expires_at < now() returning 1),
      i as (delete from invitations where expires_at < now() returning 1)
    select ((select count(*) from s) + (select count(*) from v) + (select count(*) from i))::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
