import { type Generated, sql } from 'kysely';
import { type Db, onPage, type Page } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import type { Member, Person, Role } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    users: {
      id: string;
      name: string;
      email: string;
      email_verified: Generated<boolean>;
      two_factor_enabled: boolean | null;
    };
    sessions: { user_id: string; expires_at: Date; updated_at: Date };
    credentials: {
      id: string;
      user_id: string;
      provider_id: string;
      account_id: string;
      password: string | null;
    };
    members: {
      organization_id: string;
      id: string;
      user_id: string;
      role: Role;
      created_at: Date;
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

/** Makes concurrent changes to the memberships of a person wait for each other. */
export async function lockPerson(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
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
