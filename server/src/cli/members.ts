import {
  findMemberByEmail,
  inviteMember,
  issuePasswordReset,
  listMembers,
  type Member,
  type Organization,
  ROLES,
  removeMember,
} from '../domains/accounts/index.ts';
import type { Db } from '../platform/database/index.ts';
import { encodeId } from '../platform/ids.ts';
import { COMMAND_LINE } from '../rules/access/actor.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import { type Command, type Given, type Result, requiredOneOf, textOf } from './command.ts';
import { ORGANIZATION_OPTION, organizationGiven } from './organization-given.ts';
import { table } from './text-table.ts';
import { withService } from './with-service.ts';

const MOST_LISTED = 1_000;

/** For operators who have locked themselves out, and for services without mail. */
export const memberCommands: Readonly<Record<string, Command>> = {
  'members invite': {
    summary: 'Prints a link by which a person joins an organization.',
    positionals: [],
    options: {
      ...ORGANIZATION_OPTION,
      role: { type: 'string', meaning: `Role: ${ROLES.join(', ')}.`, isRequired: true },
      email: { type: 'string', meaning: 'Address that it is for; any by default.' },
    },
    run: (given) =>
      withService(async ({ db, pagesUrl }) => {
        const { id } = await organizationGiven(db, given);
        const role = requiredOneOf(given, 'role', ROLES);
        const email = textOf(given, 'email') ?? null;
        const { token, invitation } = await db
          .transaction()
          .execute((tx) => inviteMember(tx, id, COMMAND_LINE, { email, role }));
        const url = `${pagesUrl}/invite/${token}`;
        return { text: url, data: { url, role, email, expiresAt: invitation.expiresAt } };
      }),
  },
  'members list': {
    summary: 'Lists the members of an organization.',
    positionals: [],
    options: ORGANIZATION_OPTION,
    run: (given) =>
      withService(async ({ db }) => {
        const { id } = await organizationGiven(db, given);
        return shown(await listMembers(db, id, { limit: MOST_LISTED, isBackward: false }));
      }),
  },
  'members remove': {
    summary: 'Removes a member from an organization.',
    positionals: ['email'],
    options: ORGANIZATION_OPTION,
    run: (given) =>
      withService(async ({ db }) => {
        const found = await memberGiven(db, given);
        const removed = await db
          .transaction()
          .execute((tx) => removeMember(tx, found.organization.id, COMMAND_LINE, found.member.id));
        return shown([removed]);
      }),
  },
  'members reset': {
    summary: 'Prints a link by which a member chooses a new password.',
    positionals: ['email'],
    options: ORGANIZATION_OPTION,
    run: (given) =>
      withService(async ({ db, pagesUrl }) => {
        const found = await memberGiven(db, given);
        const { token, expiresAt } = await db
          .transaction()
          .execute((tx) =>
            issuePasswordReset(tx, found.organization.id, COMMAND_LINE, found.member.id),
          );
        const url = `${pagesUrl}/reset/${token}`;
        return { text: url, data: { url, expiresAt } };
      }),
  },
};

async function memberGiven(
  db: Db,
  given: Given,
): Promise<{ readonly organization: Organization; readonly member: Member }> {
  const found = await organizationGiven(db, given);
  const [email = ''] = given.positionals;
  const member = await findMemberByEmail(db, found.id, email);
  if (member === undefined)
    throw new ApiError('NOT_FOUND', `"${found.name}" has no member with the address ${email}.`);
  return { organization: found, member };
}

function shown(members: readonly Member[]): Result {
  const rows = members.map(({ id, person, role, hasTwoFactor, joinedAt }) => ({
    id: encodeId('member', id),
    name: person.name,
    email: person.email,
    role,
    hasTwoFactor,
    joinedAt,
  }));
  const text = table(
    rows.map(({ name, email, role, hasTwoFactor }) => ({
      name,
      email,
      role,
      'second factor': hasTwoFactor ? 'yes' : 'no',
    })),
  );
  return { text, data: rows };
}
