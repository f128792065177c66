import { randomBytes } from 'node:crypto';
import { nextTurn } from '../../platform/concurrency/event-loop.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { insertPasswordReset } from './access-store.ts';
import { countMail, MAIL_WINDOW_HOURS } from './mail-store.ts';
import { mailTextsIn } from './mail-texts.ts';
import type { Mailer } from './mailer.ts';
import { emailProblems } from './members.ts';
import type { Person } from './model.ts';
import { findPersonByEmail } from './people-store.ts';

type Means = {
  readonly mailer: Mailer | undefined;
  readonly pagesUrl: string;
  /** Languages that the person who asks wants, the most wanted first. */
  readonly languages: readonly string[];
  readonly log: Logger;
};

/**
 * Mails a link to a new password to the person with this address, if there is one. Nobody waits for it: neither the
 * answer nor its time shows whether there is an account and whether a mail is sent.
 */
export async function requestPasswordReset(
  db: Db,
  given: { readonly email: string },
  { mailer, log, ...means }: Means,
): Promise<void> {
  const email = given.email.trim();
  const problems = emailProblems(email);
  if (problems.length > 0) throw badInput(problems);
  const person = await findPersonByEmail(db, email);
  if (person === undefined || mailer === undefined) return;
  mailLink(db, person, { mailer, ...means }).catch((error: unknown) =>
    log.error(error, 'The link to a new password was not sent.'),
  );
}

async function mailLink(
  db: Db,
  { id, email }: Person,
  { mailer, pagesUrl, languages }: Omit<Means, 'log'> & { readonly mailer: Mailer },
): Promise<void> {
  // The answer is written before.
  await nextTurn();
  if (!(await countMail(db, email, 'NEW_PASSWORD'))) return;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + MAIL_WINDOW_HOURS * 3_600_000);
  await insertPasswordReset(db, id, token, expiresAt);
  await mailer.send({
    to: email,
    ...mailTextsIn(languages).newPassword(`${pagesUrl}/reset/${token}`),
  });
}
