import { createServer, type Socket } from 'node:net';
import { listening, untilFound } from '../../../server/src/platform/testing.ts';

export type ReceivedMail = { readonly to: string; readonly text: string };

export type MailServer = {
  /** `SMTP_URL` of a service that sends its mail here. */
  readonly smtpUrl: string;
  /** In the order of their arrival. */
  readonly mails: readonly ReceivedMail[];
  /** Waits for the link of the last mail to an address; returns the token that follows `/{path}/`. */
  readonly tokenMailedTo: (email: string, path: string) => Promise<string>;
  /** New connections get no answer until the returned function is called, which cuts them. */
  readonly fallSilent: () => () => void;
};

/** A small SMTP server, which ends with the test file. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const silent: Socket[] = [];
  let isSilent = false;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (isSilent) silent.push(socket);
    else receive(socket, (mail) => mails.push(mail));
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${await listening(server)}?from=trackway@example.com`,
    mails,
    tokenMailedTo: (email, path) =>
      untilFound(async () => {
        const mail = mails.findLast(({ to }) => to === email);
        return new RegExp(`/${path}/([\\w-]+)`).exec(mail?.text ?? '')?.[1];
      }),
    fallSilent: () => {
      isSilent = true;
      return () => {
        isSilent = false;
        for (const socket of silent.splice(0)) socket.destroy();
      };
    },
  };
}

function receive(socket: Socket, take: (mail: ReceivedMail) => void): void {
  let to = '';
  let text: string | undefined;
  let rest = '';
  socket.write('220 mail ready\r\n');
  socket.on('data', (bytes) => {
    const lines = `${rest}${bytes}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (text !== undefined && line !== '.') {
        text += `${line}\n`;
        continue;
      }
      if (text !== undefined) {
        // Long lines are folded with "=" at their end.
        take({ to, text: text.replaceAll('=\n', '').replaceAll('=3D', '=') });
        text = undefined;
        socket.write('250 taken\r\n');
      } else if (line === 'DATA') {
        text = '';
        socket.write('354 go on\r\n');
      } else {
        to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to;
        socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    }
  });
}
