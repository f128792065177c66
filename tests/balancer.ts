import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from '../server/src/platform/testing.ts';

export type Balancer = {
  readonly url: string;
  /** Adds a service, and waits until it takes requests. */
  readonly add: (serviceUrl: string) => Promise<void>;
  readonly remove: (serviceUrl: string) => void;
  readonly stop: () => void;
};

const LOOK_MS = 100;

/** A load balancer that asks `/readyz` and sends no request twice: a request that a service breaks is a 502. */
export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<string, boolean>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((asked, response) => {
    const services = [...ready].filter(([, isReady]) => isReady).map(([url]) => url);
    turn += 1;
    const service = services[turn % services.length];
    if (service === undefined) response.writeHead(502).end('No service is ready.');
    else forward(asked, response, { service, agent });
  });
  const port = await portOf(server);
  const look = async () => {
    for (const url of ready.keys()) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      await response?.body?.cancel();
      if (ready.has(url)) ready.set(url, response?.status === 200);
    }
  };
  const looking = setInterval(() => void look(), LOOK_MS);
  return {
    url: `http://127.0.0.1:${port}`,
    add: async (url) => {
      ready.set(url, false);
      while (ready.get(url) === false) await sleep(LOOK_MS);
    },
    remove: (url) => void ready.delete(url),
    stop: () => {
      clearInterval(looking);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function forward(
  asked: IncomingMessage,
  response: ServerResponse,
  { service, agent }: { readonly service: string; readonly agent: Agent },
): void {
  const { method = 'GET', headers, url = '/' } = asked;
  const sent = request(`${service}${url}`, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', (error) => {
    if (response.headersSent) response.destroy(error);
    else response.writeHead(502).end(error.message);
  });
  asked.pipe(sent);
}
