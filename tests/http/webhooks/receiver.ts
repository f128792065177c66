import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listening, untilFound } from '../../../server/src/platform/testing.ts';

export type Received = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
  readonly atMs: number;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** Waits until so many deliveries that fit have arrived. */
  readonly take: (count: number, fits?: (each: Received) => boolean) => Promise<Received[]>;
};

/** A receiver on this machine; answers with what `answer` returns for a delivery, 200 by default. */
export async function startReceiver(
  answer: (received: Received) => number | Promise<number> = () => 200,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { headers, url: path = '' } = request;
    const one = { headers, body, path, atMs: performance.now() };
    received.push(one);
    response.statusCode = await answer(one);
    response.setHeader('location', '/elsewhere');
    response.end('thanks');
  });
  return {
    url: `http://localhost:${await listening(server)}/hooks`,
    received,
    take: (count, fits = () => true) =>
      untilFound(async () => {
        const found = received.filter(fits);
        return found.length >= count ? found : undefined;
      }),
  };
}
