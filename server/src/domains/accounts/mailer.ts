export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = { readonly send: (mail: Mail) => Promise<void>; readonly close: () => void };

const TIMEOUT_MS = 10_000;

/** Sends mail by an SMTP server: `smtps://user:password@mail.example.com?from=trackway@example.com`. */
export async function openMailer(smtpUrl: string): Promise<Mailer> {
  // Services without mail start without it.
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? `trackway@${url.hostname}`;
  url.search = '';
  const transport = createTransport({
    url: url.toString(),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport.close(),
  };
}
