import assert from 'node:assert/strict';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { inviteMember, type Role } from '../../../server/src/domains/accounts/index.ts';
import { encodeId } from '../../../server/src/platform/ids.ts';
import type { Environment } from '../../../server/src/platform/scope.ts';
import { COMMAND_LINE } from '../../../server/src/rules/access/actor.ts';
import { type Answer, answerOf, type Json, type JsonObject } from '../client.ts';
import { type Organization, service } from '../world.ts';

export const PASSWORD = 'seven quiet lighthouses';

/** A browser with its cookies, on the pages of the service. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  /** An address of its own: guesses are counted by address. */
  readonly #dispatcher = new Agent({ localAddress: nextAddress() });

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(
    path: string,
    {
      headers = {},
      ...rest
    }: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    const response = await fetch(`${service.url}${path}`, {
      redirect: 'manual',
      dispatcher: this.#dispatcher,
      ...rest,
      headers: { cookie: this.cookies, origin: service.url, ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  post(path: string, body: JsonObject, headers: Readonly<Record<string, string>> = {}) {
    return this.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /** A request of a page to the API, in an organization and environment. */
  async query(
    organization: Pick<Organization, 'id'>,
    environment: Environment,
    query: string,
    variables: JsonObject = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const path = entranceOf(organization, environment);
    const response = await this.post(path, { query, variables }, headers);
    return answerOf(response.status, new Headers([...response.headers]), await response.text());
  }

  async json(path: string): Promise<Json> {
    return readJson(await this.request(path));
  }
}

export async function readJson(response: Pick<Response, 'text'>): Promise<Json> {
  return JSON.parse(await response.text());
}

function entranceOf(organization: Pick<Organization, 'id'>, environment: Environment): string {
  return `/app/graphql/${encodeId('organization', organization.id)}/${environment.toLowerCase()}`;
}

let browsers = 0;

function nextAddress(): string {
  browsers += 1;
  return `127.1.${Math.floor(browsers / 200)}.${1 + (browsers % 200)}`;
}

let people = 0;

export type Joined = { readonly browser: Browser; readonly email: string };

/** A person with a role in the organization, signed in. */
export async function personIn(organization: Organization, role: Role): Promise<Joined> {
  people += 1;
  const email = `person${people}.${role.toLowerCase()}@example.com`;
  const { token } = await service.db
    .transaction()
    .execute((tx) => inviteMember(tx, organization.id, COMMAND_LINE, { email, role }));
  const browser = new Browser();
  const body = { token, name: `Person ${people}`, email, password: PASSWORD };
  const response = await browser.post('/app/join', body);
  assert.equal(response.status, 200, await response.text());
  return { browser, email };
}
