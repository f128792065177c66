import { createHash } from 'node:crypto';
import { type Db, query } from '../../platform/database/index.ts';

/**
 * Counted apart: whoever can cause mails of one purpose, such as to a new address, must not use up those of another, such
 * as the links to a new password.
 */
type MailPurpose = 'NEW_PASSWORD' | 'NEW_ADDRESS' | 'NOTICE';

/** As long as the links of mails work: a mailbox that gets no further mail has a link that works. */
export const MAIL_WINDOW_HOURS = 1;
/** Mails of one purpose to one mailbox in a window. */
const MOST_MAILS = 5;

const COUNT_SQL = `insert into mail_windows as counted (mailbox, purpose, mails, ends_at)
  values ($1, $2, 1, now() + interval '${MAIL_WINDOW_HOURS} hour')
  on conflict (mailbox, purpose) do update set
    mails = case when counted.ends_at <= now() then 1 else counted.mails + 1 end,
    ends_at = case when counted.ends_at <= now() then excluded.ends_at else counted.ends_at end
    where counted.ends_at <= now() or counted.mails < ${MOST_MAILS}
  returning mails`;

/** Counts a mail that is about to be sent; returns whether it may be. */
export async function countMail(db: Db, to: string, purpose: MailPurpose): Promise<boolean> {
  const mailbox = createHash('sha256').update(mailboxOf(to)).digest();
  return (await query(db, COUNT_SQL, [mailbox, purpose])).length > 0;
}

/** Mail servers deliver `ada+anything@example.com` to `ada@example.com`. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+', 1);
  return `${name}${email.slice(at)}`.toLowerCase();
}
