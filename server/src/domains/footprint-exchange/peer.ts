import { isObject, type JsonObject } from '../../platform/json/index.ts';
import { type AgentOptions, GuardedClient } from '../webhooks/index.ts';
import type { Partner } from './partner-store.ts';
import { unstorableIn } from './unstorable.ts';

/** The time of one request, with its whole answer. */
const ANSWER_MS = 15_000;
const MOST_ANSWER_BYTES = 8 * 1024 ** 2;
/** Pages of a list that are followed. */
const MOST_PAGES = 10;
/** A token is not used in the last minute of its life. */
const TOKEN_MARGIN_MS = 60_000;
const MOST_TOKENS = 10_000;

/** Address and open credentials of a partner. */
export type Peer = Pick<Partner, 'url' | 'clientId'> & { readonly clientSecret: string };

/** A failure on the side of the partner. `isFinal` if a retry gives the same. */
export class PeerFailure extends Error {
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

type Answer = { readonly status: number; readonly link: string; readonly body: string };
type Sent = {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
};

/** Client of the PACT host systems of partners, at public addresses only. */
export class PeerClient {
  readonly #client: GuardedClient;
  readonly #tokens = new Map<string, { readonly token: string; readonly untilMs: number }>();

  constructor({ answerMs = ANSWER_MS, ...options }: AgentOptions & { readonly answerMs?: number }) {
    const bytes = { readBytes: MOST_ANSWER_BYTES, keptBytes: MOST_ANSWER_BYTES };
    this.#client = new GuardedClient(options, { answerMs, ...bytes });
  }

  /** Footprints by criteria, over the first pages of the list. */
  async list(peer: Peer, query: URLSearchParams): Promise<JsonObject[]> {
    const found: JsonObject[] = [];
    let url: string | undefined = `${rootOf(peer)}/3/footprints?${query}`;
    for (let page = 0; page < MOST_PAGES && url !== undefined; page++) {
      const { body, link } = await this.#get(peer, url);
      const data = objectIn(body)['data'];
      if (!Array.isArray(data)) throw new PeerFailure('The list of footprints has no `data`.');
      found.push(...data.filter(isObject));
      const next = /<([^<>]+)>\s*;\s*rel="?next"?/i.exec(link)?.[1];
      // A link to another host would carry the token there.
      url = next !== undefined && sameOrigin(next, url) ? next : undefined;
    }
    return found;
  }

  async footprint(peer: Peer, id: string): Promise<JsonObject> {
    const { body } = await this.#get(
      peer,
      `${rootOf(peer)}/3/footprints/${encodeURIComponent(id)}`,
    );
    const { data } = objectIn(body);
    if (!isObject(data)) throw new PeerFailure('The footprint has no `data`.');
    return data;
  }

  async post(peer: Peer, event: JsonObject): Promise<void> {
    const headers = { 'content-type': 'application/cloudevents+json; charset=UTF-8' };
    await this.#authorized(peer, `${rootOf(peer)}/3/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(event),
    });
  }

  /** Proves that the partner gives a token for the credentials, and takes it. */
  async check(peer: Peer): Promise<void> {
    this.#tokens.delete(keyOf(peer));
    await this.#get(peer, `${rootOf(peer)}/3/footprints?limit=1`);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #get(peer: Peer, url: string): Promise<Answer> {
    return this.#authorized(peer, url, { method: 'GET', headers: {} });
  }

  /** A request with an access token; one that the partner no longer accepts is replaced once. */
  async #authorized(peer: Peer, url: string, sent: Sent): Promise<Answer> {
    for (const isLast of [false, true]) {
      const authorization = `Bearer ${await this.#token(peer)}`;
      const answer = await this.#send(url, {
        ...sent,
        headers: { ...sent.headers, authorization, accept: 'application/json' },
      });
      if (answer.status >= 200 && answer.status < 300) return answer;
      this.#tokens.delete(keyOf(peer));
      if (answer.status !== 401 || isLast) throw statusFailure(answer);
    }
    throw new PeerFailure('No access token was accepted.');
  }

  async #token(peer: Peer): Promise<string> {
    const known = this.#tokens.get(keyOf(peer));
    if (known !== undefined && known.untilMs > Date.now()) return known.token;
    const credentials = [peer.clientId, peer.clientSecret].map(encodeURIComponent).join(':');
    const answer = await this.#send(await this.#tokenUrl(peer), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.status !== 200)
      throw new PeerFailure(
        `The token endpoint answered ${answer.status}${adviceOn(answer.status)}.`,
      );
    const { access_token: token, expires_in: seconds } = objectIn(answer.body);
    if (typeof token !== 'string') throw new PeerFailure('The token endpoint gave no token.');
    const untilMs = Date.now() + Number(seconds ?? 300) * 1_000 - TOKEN_MARGIN_MS;
    if (this.#tokens.size >= MOST_TOKENS) this.#tokens.clear();
    this.#tokens.set(keyOf(peer), { token, untilMs });
    return token;
  }

  /** The token endpoint of OpenID discovery, on the partner's own origin; without discovery `/auth/token`. */
  async #tokenUrl(peer: Peer): Promise<string> {
    const own = `${rootOf(peer)}/auth/token`;
    const answer = await this.#send(`${rootOf(peer)}/.well-known/openid-configuration`, {
      method: 'GET',
      headers: { accept: 'application/json' },
    });
    if (answer.status !== 200) return own;
    const endpoint = objectIn(answer.body)['token_endpoint'];
    if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return own;
    // The secret never leaves https for http.
    return endpoint.startsWith('https:') || sameOrigin(endpoint, own) ? endpoint : own;
  }

  async #send(url: string, { method, headers, body }: Sent): Promise<Answer> {
    try {
      const answer = await this.#client.request(url, {
        method,
        headers: { ...headers, 'user-agent': 'Trackway-PACT/1' },
        body,
      });
      if (answer.isCut) throw new PeerFailure('The answer has more than 8 MB.');
      const link = String(answer.headers['link'] ?? '');
      // PostgreSQL stores no NUL in a text, of which the reason of a failure is made.
      const text = answer.body.toString('utf8').replaceAll('\0', '\ufffd');
      return { status: answer.status, link, body: text };
    } catch (error) {
      if (error instanceof PeerFailure) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new PeerFailure(`${new URL(url).host} could not be reached: ${reason.slice(0, 300)}`);
    }
  }
}

/** 400, 403 and 404 come again; a partner in trouble or under load answers otherwise later. */
function statusFailure({ status, body }: Answer): PeerFailure {
  const isFinal = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
  return new PeerFailure(
    `The partner answered ${status}: ${reasonIn(body).slice(0, 300)}`,
    isFinal,
  );
}

/** The words of an error of PACT; any other answer as it is. */
function reasonIn(body: string): string {
  try {
    const { message } = objectIn(body);
    return typeof message === 'string' ? message : body;
  } catch {
    return body;
  }
}

function objectIn(text: string): JsonObject {
  const value = valueIn(text);
  if (!isObject(value)) throw new PeerFailure('The answer is not a JSON object.');
  const unstorable = unstorableIn(value);
  if (unstorable !== undefined) throw new PeerFailure(`The answer cannot be stored: ${unstorable}`);
  return value;
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rootOf({ url }: Peer): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

function keyOf({ url, clientId, clientSecret }: Peer): string {
  return `${url} ${clientId} ${clientSecret}`;
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}

/** Advice to people about an answer that gave no token. */
function adviceOn(status: number): string {
  if (status === 400 || status === 401 || status === 403) return ': check the client id and secret';
  return status === 404 ? ': check the address' : '';
}
