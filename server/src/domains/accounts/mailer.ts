import type { Logger } from '../../platform/log.ts';
import { ApiError } from '../../rules/errors/api-error.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Refuses with UNAVAILABLE if the mail server does not take the mail; the log has the reason. */
  readonly send: (mail: Mail) => Promise<void>;
  /** Ends after the mails under way. */
  readonly close: () => Promise<void>;
};

const TIMEOUT_MS = 10_000;
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);
const RETRY_AFTER_SECONDS = 60;

/** Sends mail by an SMTP server: `smtps://user:password@mail.example.com?from=trackway@example.com`. */
export async function openMailer(smtpUrl: string, log: Logger): Promise<Mailer> {
  const transport = await openTransport(smtpUrl);
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? `trackway@${url.hostname}`;
  const underWay = new Set<Promise<void>>();
  const deliver = async (mail: Mail): Promise<void> => {
    try {
      // No mailbox answers a machine with a note of absence.
      await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
    } catch (error) {
      log.error(reasonOf(error), 'The mail server of SMTP_URL did not take a mail.');
      throw new ApiError(
        'UNAVAILABLE',
        'The mail could not be sent. Check the address, or try again later.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
  };
  return {
    send: (mail) => {
      const sending = deliver(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    close: async () => {
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

/** Connects to the mail server and signs in, without a mail; throws the reason if it cannot. */
export async function probeMailServer(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function openTransport(smtpUrl: string) {
  // Services without mail start without it.
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  url.search = '';
  return createTransport({
    url: url.toString(),
    // Anybody on the way could remove the offer of TLS from the server's answer, and read the password.
    requireTLS: url.password !== '' && !THIS_MACHINE.has(url.hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}

/** Facts without the text of the server's answer, which names addresses of people. */
function reasonOf(error: unknown): object {
  const { code, command, responseCode, message } = Object(error);
  return responseCode === undefined ? { code, command, message } : { code, command, responseCode };
}
