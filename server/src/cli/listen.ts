import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, signWebhook, TrackwayError } from '@trackway/sdk';
import { EVENT_API_VERSION } from '../rules/events/events.ts';
import { API_OPTIONS, apiClientOf, explainingErrors } from './api-client.ts';
import { type Command, type Given, requiredText, textOf, UsageError } from './command.ts';

export const listenCommands: Readonly<Record<string, Command>> = {
  listen: {
    summary: 'Forwards events to a local receiver as signed webhooks, through any firewall.',
    positionals: [],
    options: {
      ...API_OPTIONS,
      'forward-to': {
        type: 'string',
        meaning: 'URL of the receiver, such as http://localhost:3000/hooks.',
        isRequired: true,
      },
      types: { type: 'string', meaning: 'Types to forward, such as order.*,cart.abandoned.' },
      secret: { type: 'string', meaning: 'Secret to sign with (whsec_…); a new one by default.' },
    },
    run: async (given) => {
      await listen(given);
      return undefined;
    },
  },
};

const POLL_MS = 1_000;
const RETRY_MS = 3_000;
const ANSWER_TIMEOUT_MS = 15_000;

type Event = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly data: unknown;
};

type Page = {
  readonly events: {
    readonly edges: readonly { readonly node: Event }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
};

type Forwarding = {
  readonly url: string;
  readonly secret: string;
  readonly environment: string;
};

/** Follows the log of events until the process is interrupted. */
async function listen(given: Given): Promise<void> {
  const client = apiClientOf(given);
  const isWanted = typePattern(textOf(given, 'types') ?? '*');
  const url = receiverUrl(requiredText(given, 'forward-to'));
  const secret = textOf(given, 'secret') ?? `whsec_${randomBytes(24).toString('base64')}`;
  const { environment, cursor } = await explainingErrors(() => startOf(client));
  say(`Following the events of the ${environment} environment. Each is sent to ${url}.`);
  say(`Signing secret: ${secret}`);
  let after = cursor;
  let isConnected = true;
  for (;;) {
    try {
      const { edges, pageInfo } = await pageAfter(client, after);
      if (!isConnected)
        say(`Connected again. Nothing was missed: continuing after the last event.`);
      isConnected = true;
      for (const { node } of edges)
        if (isWanted(node.type)) await forward(node, { url, secret, environment });
      after = pageInfo.endCursor ?? after;
      if (!pageInfo.hasNextPage) await sleep(POLL_MS);
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (isConnected) say(`Connection lost: ${error.message} Trying again until it is back.`);
      isConnected = false;
      await sleep(RETRY_MS);
    }
  }
}

/** The environment of the key, and the cursor of the newest event. */
async function startOf(client: Client) {
  const { me, events } = await client.request<{
    readonly me: { readonly environment: string };
    readonly events: Pick<Page['events'], 'pageInfo'>;
  }>(`{ me { environment } events(last: 1) { pageInfo { hasNextPage endCursor } } }`);
  return { environment: me.environment, cursor: events.pageInfo.endCursor };
}

async function pageAfter(client: Client, after: string | null): Promise<Page['events']> {
  const { events } = await client.request<Page>(
    `query Listen($after: String) {
      events(first: 100, after: $after) {
        edges { node { id type createdAt data } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    { after },
  );
  return events;
}

async function forward({ id, type, createdAt, data }: Event, to: Forwarding): Promise<void> {
  const { environment } = to;
  const apiVersion = EVENT_API_VERSION;
  const body = JSON.stringify({ id, type, timestamp: createdAt, apiVersion, environment, data });
  const headers = {
    ...(await signWebhook({ id, body }, to.secret)),
    'Content-Type': 'application/json',
  };
  const startedAt = performance.now();
  const outcome = await fetch(to.url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return `${response.status}`;
    },
    (error: unknown) => `failed: ${reasonOf(error)}`,
  );
  const time = new Date().toISOString().slice(11, 19);
  say(
    `${time}  ${type.padEnd(24)}  ${id}  ${outcome}  ${Math.round(performance.now() - startedAt)} ms`,
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** `order.*,cart.abandoned` as a test of types. */
function typePattern(text: string): (type: string) => boolean {
  const patterns = text.split(',').map((part) => part.trim());
  if (patterns.some((part) => !/^[a-z_]*(\.[a-z_]+)?(\.?\*)?$/.test(part) || part === '')) {
    throw new UsageError(
      '--types takes types such as order.confirmed or order.*, with commas between.',
    );
  }
  return (type) =>
    patterns.some((part) =>
      part.endsWith('*') ? type.startsWith(part.slice(0, -1)) : type === part,
    );
}

function receiverUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--forward-to must be an http or https URL; it was "${text}".`);
  return url.href;
}

function isOutage(error: unknown): error is TrackwayError {
  if (!(error instanceof TrackwayError)) return false;
  const { code, status = 0 } = error;
  return (
    code === 'NETWORK_ERROR' || code === 'UNAVAILABLE' || code === 'RATE_LIMITED' || status >= 500
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
