import { createHash, randomBytes } from 'node:crypto';
import { type Db, type Tx, violatedConstraint } from '../../platform/database/index.ts';
import type { Actor } from '../../rules/access/actor.ts';
import { ApiError, badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAuditOfOrganization } from '../../rules/events/audit.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { endPasswordResets, insertPasswordReset } from './access-store.ts';
import {
  invitationCreation,
  invitationRevocation,
  memberJoining,
  memberRemoval,
  passwordResetIssue,
  roleChange,
} from './audit.ts';
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  type OpenInvitation,
} from './invitation-store.ts';
import type { Invitation, Member, Person, Role } from './model.ts';
import { digestOfPassword, passwordProblems } from './password.ts';
import {
  countMembers,
  deleteMember,
  findMember,
  insertMember,
  insertPerson,
  listMemberships,
  lockPerson,
  setRole,
} from './people-store.ts';
import { createOrganization, lockOrganization } from './store.ts';

/** Membership of an organization: invitations, joining, roles, removal. */

const DAY_MS = 86_400_000;
const INVITATION_DAYS = 7;
const RESET_DAYS = 1;
const MOST_PEOPLE = 1_000;
/** Without the signs that lists of addresses in mails have: `x<ada@example.com>` would be another mailbox than the one counted. */
const EMAIL = /^[^\s@\p{Cc}"(),:;<>[\\\]]{1,64}@[^\s@\p{Cc}"(),:;<>[\\\]]{1,255}$/u;

export function emailProblems(email: string): Problem[] {
  return EMAIL.test(email)
    ? []
    : [problem(['email'], 'INVALID_EMAIL', 'This is not an e-mail address.')];
}

/** An invitation and, this one time, the secret of its link. */
type IssuedInvitation = { readonly invitation: Invitation; readonly token: string };

export async function inviteMember(
  tx: Tx,
  organizationId: string,
  by: Actor,
  wanted: { readonly email: string | null; readonly role: Role },
): Promise<IssuedInvitation> {
  const { email, role } = wanted;
  const problems = email === null ? [] : emailProblems(email);
  if (problems.length > 0) throw badInput(problems);
  assertMayGive(by, role);
  await lockOrganization(tx, organizationId);
  const people =
    (await countMembers(tx, organizationId)) + (await countInvitations(tx, organizationId));
  if (people >= MOST_PEOPLE)
    throw new ApiError('CONFLICT', `An organization has at most ${MOST_PEOPLE} members.`);
  const token = randomBytes(24).toString('base64url');
  const invitation = await insertInvitation(
    tx,
    organizationId,
    {
      email,
      role,
      invitedBy: 'name' in by ? by.name : null,
      expiresAt: new Date(Date.now() + INVITATION_DAYS * DAY_MS),
    },
    digestOfToken(token),
  );
  await recordAuditOfOrganization(
    tx,
    organizationId,
    by,
    invitationCreation.of(invitation.id, { email: invitation.email, role }),
  );
  return { invitation, token };
}

export async function revokeInvitation(
  tx: Tx,
  organizationId: string,
  by: Actor,
  id: string,
): Promise<Invitation> {
  const revoked = orNotFound('The invitation', await deleteInvitation(tx, organizationId, id));
  const { email, role } = revoked;
  await recordAuditOfOrganization(
    tx,
    organizationId,
    by,
    invitationRevocation.of(id, { email, role }),
  );
  return revoked;
}

export async function changeRole(
  tx: Tx,
  organizationId: string,
  by: Actor,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<Member> {
  await lockOrganization(tx, organizationId);
  const member = orNotFound('The member', await findMember(tx, organizationId, id));
  assertMayGive(by, role);
  assertMayGive(by, member.role);
  if (role !== 'OWNER') await assertNotLastOwner(tx, organizationId, member);
  await setRole(tx, organizationId, id, role);
  const { name, id: personId } = member.person;
  await endPasswordResets(tx, personId);
  const change = roleChange.of(id, { name, from: member.role, to: role });
  await recordAuditOfOrganization(tx, organizationId, by, change);
  return { ...member, role };
}

/** The next request of the person's sessions to this organization is refused. */
export async function removeMember(
  tx: Tx,
  organizationId: string,
  by: Actor,
  id: string,
): Promise<Member> {
  await lockOrganization(tx, organizationId);
  const member = orNotFound('The member', await findMember(tx, organizationId, id));
  assertMayGive(by, member.role);
  await assertNotLastOwner(tx, organizationId, member);
  await deleteMember(tx, organizationId, id);
  const { name } = member.person;
  const removal = memberRemoval.of(id, { name, role: member.role });
  await recordAuditOfOrganization(tx, organizationId, by, removal);
  return member;
}

/**
 * The secret of a link by which a member chooses a new password. It ends the sessions of the member
 * when it is used. Only for people of this organization alone: an administrator of one organization
 * must not take over a person's access to another. So it ends when the person joins another one, or has another role.
 */
export async function issuePasswordReset(
  tx: Tx,
  organizationId: string,
  by: Actor,
  id: string,
): Promise<{ readonly member: Member; readonly token: string; readonly expiresAt: Date }> {
  await lockOrganization(tx, organizationId);
  const member = orNotFound('The member', await findMember(tx, organizationId, id));
  assertMayGive(by, member.role);
  // One who is about to join another organization, which ends the links that are there then.
  await lockPerson(tx, member.person.id);
  if (!isOperator(by)) await assertMemberHereOnly(tx, member);
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + RESET_DAYS * DAY_MS);
  await insertPasswordReset(tx, member.person.id, token, expiresAt);
  const issue = passwordResetIssue.of(id, { name: member.person.name });
  await recordAuditOfOrganization(tx, organizationId, by, issue);
  return { member, token, expiresAt };
}

/** The invitation behind the secret of a link; NOT_FOUND if it was used, revoked or has expired. */
export async function openInvitation(db: Db, token: string): Promise<OpenInvitation> {
  const found = await findInvitation(db, digestOfToken(token));
  if (found === undefined)
    throw new ApiError(
      'NOT_FOUND',
      'This invitation was used, revoked or has expired: ask for a new one.',
    );
  return found;
}

/** A new person joins by an invitation. */
export async function joinAsNew(db: Db, token: string, given: Given): Promise<Newcomer> {
  const invitation = await openInvitation(db, token);
  const wanted = await newPerson({ ...given, email: invitation.email ?? given.email });
  return db.transaction().execute(async (tx) => {
    await useInvitation(tx, invitation);
    const person = await insertPerson(tx, wanted).catch(
      refuseTaken(
        'There is an account with this address: sign in, then open the invitation again.',
      ),
    );
    await join(tx, invitation, person);
    return { ...person, passwordDigest: wanted.passwordDigest };
  });
}

/** A new person with a new organization of the tier FREE, of which the person is the owner. */
export async function signUp(
  db: Db,
  given: Given & { readonly organization: string },
): Promise<Newcomer> {
  const organization = nameOfOrganization(given.organization);
  const wanted = await newPerson(given);
  return db.transaction().execute(async (tx) => {
    const person = await insertPerson(tx, wanted).catch(
      refuseTaken('There is an account with this address: sign in instead.'),
    );
    await found(tx, organization, person);
    return { ...person, passwordDigest: wanted.passwordDigest };
  });
}

/** Two may register with one address at the same time: the database lets one in. */
function refuseTaken(message: string): (error: unknown) => never {
  return (error) => {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    throw new ApiError('CONFLICT', message);
  };
}

/** A person who came by single sign-on and is no member yet gets an organization of the tier FREE. */
export async function foundOrganization(db: Db, name: string, person: Person): Promise<void> {
  const organization = nameOfOrganization(name);
  await db.transaction().execute(async (tx) => {
    await lockPerson(tx, person.id);
    if ((await listMemberships(tx, person.id)).length > 0)
      throw new ApiError('CONFLICT', 'You are a member of an organization already.');
    await found(tx, organization, person);
  });
}

async function found(tx: Tx, organization: string, person: Person): Promise<void> {
  const { id: organizationId } = await createOrganization(tx, organization, 'FREE');
  await join(tx, { organizationId, role: 'OWNER' }, person);
}

function nameOfOrganization(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= 200) return name;
  const message = 'The name of an organization has 1 to 200 characters.';
  throw badInput([problem(['organization'], 'OUT_OF_RANGE', message)]);
}

/** A new person, with the digest that was made of the password. */
export type Newcomer = Person & { readonly passwordDigest: string };

type Given = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly clientAddress: string;
};

/** Checks a new person and digests the password. */
async function newPerson(given: Given) {
  const email = given.email.trim().toLowerCase();
  const name = given.name.trim();
  const problems = [
    ...(name === '' || name.length > 200
      ? [problem(['name'], 'OUT_OF_RANGE', 'A name has 1 to 200 characters.')]
      : []),
    ...emailProblems(email),
    ...(await passwordProblems(given.password, email)).map((message) =>
      problem(['password'], 'WEAK_PASSWORD', message),
    ),
  ];
  if (problems.length > 0) throw badInput(problems);
  return {
    name,
    email,
    passwordDigest: await digestOfPassword(given.password, given.clientAddress),
  };
}

/** A person who is signed in joins by an invitation. */
export async function joinAsPerson(db: Db, token: string, person: Person): Promise<void> {
  const invitation = await openInvitation(db, token);
  if (invitation.email !== null && invitation.email !== person.email)
    throw new ApiError(
      'FORBIDDEN',
      'This invitation is for another address: sign in with that one.',
    );
  await db.transaction().execute(async (tx) => {
    await useInvitation(tx, invitation);
    await join(tx, invitation, person);
  });
}

/** One who is a member already keeps the role. */
async function join(
  tx: Tx,
  { organizationId, role }: Pick<OpenInvitation, 'organizationId' | 'role'>,
  person: Person,
): Promise<void> {
  const memberId = await insertMember(tx, organizationId, person.id, role);
  if (memberId === undefined) return;
  await endPasswordResets(tx, person.id);
  const by = { kind: 'PERSON', ...person, role, requestId: null } as const;
  const joining = memberJoining.of(memberId, { name: person.name, role });
  await recordAuditOfOrganization(tx, organizationId, by, joining);
}

async function useInvitation(tx: Tx, { organizationId, id }: OpenInvitation): Promise<void> {
  if ((await deleteInvitation(tx, organizationId, id)) === undefined)
    throw new ApiError('NOT_FOUND', 'This invitation was used a moment ago.');
}

/** Only an owner, or the operator, makes, changes and removes owners. */
function assertMayGive(by: Actor, role: Role): void {
  if (role !== 'OWNER' || isOperator(by)) return;
  if (by.kind === 'PERSON' && by.role === 'OWNER') return;
  throw new ApiError('FORBIDDEN', 'Only an owner makes, changes or removes owners.');
}

async function assertNotLastOwner(tx: Tx, organizationId: string, { role }: Member): Promise<void> {
  if (role !== 'OWNER' || (await countMembers(tx, organizationId, 'OWNER')) > 1) return;
  throw new ApiError('CONFLICT', 'This is the last owner: make another member an owner first.');
}

async function assertMemberHereOnly(tx: Tx, { person }: Member): Promise<void> {
  if ((await listMemberships(tx, person.id)).length === 1) return;
  throw new ApiError(
    'FORBIDDEN',
    'This person is a member of other organizations too: they reset the password by e-mail, or the operator does with `trackway members reset`.',
  );
}

function isOperator({ kind }: Actor): boolean {
  return kind === 'COMMAND_LINE' || kind === 'SYSTEM';
}

/** Invitations are found by it: only a digest of their secret is stored. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
