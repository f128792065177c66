import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, violatedConstraint } from '../../platform/database/index.ts';
import { NIL_UUID, newUuid } from '../../platform/ids.ts';
import { ApiError, badInput } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { countMail, MAIL_WINDOW_HOURS } from './mail-store.ts';
import { mailTextsIn } from './mail-texts.ts';
import type { Mailer } from './mailer.ts';
import { emailProblems } from './members.ts';
import type { Person } from './model.ts';
import { isPassword } from './password.ts';

/** Sends mail with links to the pages; without mail an address is changed at once. */
type Means = {
  readonly mailer: Mailer | undefined;
  readonly pagesUrl: string;
  /** Languages that the person wants, the most wanted first. */
  readonly languages: readonly string[];
};

/** A change that waits for its link, with the hash of the digest of the password that allowed it. */
type Change = { readonly personId: string; readonly email: string; readonly password: string };

/**
 * Changes the address that a person signs in with. It needs the password, because whoever has the address can choose a
 * new one. With mail, the new address takes effect when its link is opened; returns whether it is in effect.
 */
export async function changeEmail(
  db: Db,
  person: Person,
  given: { readonly email: string; readonly password: string; readonly clientAddress: string },
  { mailer, pagesUrl, languages }: Means,
): Promise<boolean> {
  const email = given.email.trim().toLowerCase();
  const digest = await digestOfPerson(db, person.id);
  const isTheirs = digest !== '' && (await isPassword(given.password, digest, given.clientAddress));
  const problems = [
    ...emailProblems(email),
    ...(isTheirs ? [] : [problem(['password'], 'NOT_ALLOWED', 'This is not your password.')]),
  ];
  if (problems.length > 0) throw badInput(problems);
  if (mailer === undefined) {
    await setEmail(db, person.id, email, false);
    return true;
  }
  if (!(await mayMail(db, person.email, email)))
    throw new ApiError(
      'RATE_LIMITED',
      'The present or the new address was sent as many mails about a change as it gets in an hour; try again later.',
      { retryAfterSeconds: MAIL_WINDOW_HOURS * 3_600 },
    );
  const token = randomBytes(24).toString('base64url');
  const change: Change = { personId: person.id, email, password: hashOf(digest) };
  await db
    .insertInto('verifications')
    .values({
      id: newUuid(),
      identifier: identifierOf(token),
      value: JSON.stringify(change),
      expires_at: new Date(Date.now() + MAIL_WINDOW_HOURS * 3_600_000),
    })
    .execute();
  const texts = mailTextsIn(languages);
  await mailer.send({
    to: person.email,
    ...texts.addressChange(email, `${pagesUrl}/forgotten-password`),
  });
  await mailer.send({
    to: email,
    ...texts.newAddress(`${pagesUrl}/email/${token}`),
  });
  return false;
}

/**
 * The link of a mail: its address takes effect. A link works once, and only while the password is the one that it was asked for
 * with: to choose a new one, as the notice advises, ends the links of whoever knew it.
 */
export async function confirmEmail(db: Db, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .deleteFrom('verifications')
      .where('identifier', '=', identifierOf(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('value')
      .executeTakeFirst();
    const change: Change | undefined = found && JSON.parse(found.value);
    if (change?.password !== hashOf(await digestOfPerson(tx, change?.personId ?? NIL_UUID)))
      throw new ApiError('NOT_FOUND', 'This link was used or has expired: ask for a new one.');
    await setEmail(tx, change.personId, change.email, true);
  });
}

async function setEmail(db: Db, id: string, email: string, isVerified: boolean): Promise<void> {
  try {
    await db
      .updateTable('users')
      .set({ email, email_verified: isVerified })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    throw new ApiError('CONFLICT', 'Another account has this address.');
  }
}

/** No address changes without the notice to the present one. */
async function mayMail(db: Db, present: string, wanted: string): Promise<boolean> {
  return (await countMail(db, present, 'NOTICE')) && (await countMail(db, wanted, 'NEW_ADDRESS'));
}

/** Digest of the password of a person; empty for one who has none. */
async function digestOfPerson(db: Db, personId: string): Promise<string> {
  const held = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', personId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return held?.password ?? '';
}

/** Only a digest of the token is stored: who reads the database cannot confirm. */
function identifierOf(token: string): string {
  return `change-email:${hashOf(token)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
