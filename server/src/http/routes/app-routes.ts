import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AUTH_PATH,
  type Authentication,
  assertOwnOrigin,
  changeEmail,
  confirmEmail,
  foundOrganization,
  joinAsNew,
  joinAsPerson,
  listMemberships,
  type Mailer,
  type Newcomer,
  openInvitation,
  permissionsOf,
  requestPasswordReset,
  type SingleSignOn,
  signUp,
} from '../../domains/accounts/index.ts';
import type { RateLimiter } from '../../domains/limits/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { ApiError, badInput } from '../../rules/errors/api-error.ts';
import { findUnsafeText, WRITTEN_VALUES } from '../../rules/inputs/unsafe-text.ts';
import { errorHeaders, rateLimitedError } from '../identify.ts';
import { webHeadersOf } from '../identify-person.ts';
import type { Bounds } from '../limits/bounds.ts';
import { parseJson } from '../parse-json.ts';
import { wantedLanguages } from '../public/negotiate.ts';
import { apiErrorOf, errorResponse } from '../respond.ts';

export type AppDependencies = {
  readonly db: Db;
  readonly authentication: Authentication;
  readonly rateLimiter: RateLimiter;
  readonly bounds: Bounds;
  readonly log: Logger;
  readonly baseUrl: () => string;
  readonly mailer: Mailer | undefined;
  /** True if everybody may register. */
  readonly isSignUpOpen: boolean;
  readonly singleSignOn: SingleSignOn | undefined;
};

const MOST_BODY_BYTES = 64 * 1024;
/** Attempts a minute of one address, and of one address at one account. */
const ATTEMPTS = { ofAddress: 30, atAccount: 6 } as const;
const MOST_EMAIL_LETTERS = 320;

/** Routes of the pages before an organization is entered: signing in, joining, the session itself. */
export function registerAppRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { db, authentication, baseUrl, mailer, isSignUpOpen, singleSignOn } = dependencies;
  const service = {
    hasMail: mailer !== undefined,
    isSignUpOpen,
    singleSignOn: singleSignOn === undefined ? null : { name: singleSignOn.name },
  };

  app.all(`${AUTH_PATH}/*`, async (request, reply) => {
    const hasBody = request.method === 'POST';
    const body = hasBody ? await bodyOf(dependencies, request, reply) : undefined;
    const clientAddress = dependencies.bounds.budget.addressOf(request.raw);
    if (hasBody) await throttle(dependencies, clientAddress, accountIn(body));
    const answer = await authentication.answer(
      new Request(new URL(request.url, baseUrl()), {
        method: request.method,
        headers: webHeadersOf(request.raw),
        ...(body === undefined || body.length === 0 ? {} : { body: new Uint8Array(body) }),
      }),
      clientAddress,
    );
    return send(reply, answer);
  });

  app.get('/app/session', async (request) => {
    const person = await authentication.personOf(webHeadersOf(request.raw));
    if (person === undefined) return { person: null, organizations: [], ...service };
    const memberships = await listMemberships(db, person.id);
    return {
      person: { id: encodeId('user', person.id), name: person.name, email: person.email },
      organizations: memberships.map(({ role, organization: { id, name, tier } }) => ({
        id: encodeId('organization', id),
        name,
        tier,
        role,
        permissions: [...permissionsOf(role)],
      })),
      ...service,
    };
  });

  app.get<{ Params: { token: string } }>('/app/invitations/:token', async (request) => {
    const { organizationName, role, email, invitedBy, expiresAt } = await openInvitation(
      db,
      request.params.token,
    );
    return { organizationName, role, email, invitedBy, expiresAt };
  });

  registerAccountRoutes(app, dependencies);
}

/** Forms by which people join, register, ask for a new password and change their address. */
function registerAccountRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { db, authentication, bounds, log, baseUrl, mailer, isSignUpOpen } = dependencies;

  const formOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = webHeadersOf(request.raw);
    assertOwnOrigin(headers, baseUrl());
    const bytes = await bodyOf(dependencies, request, reply);
    const person = await authentication.personOf(headers);
    const clientAddress = bounds.budget.addressOf(request.raw);
    // A password that is asked for must not be easier to guess here than where people sign in.
    await throttle(dependencies, clientAddress, person?.email);
    const given = objectIn(bytes);
    const unsafe = findUnsafeText(given, [], WRITTEN_VALUES);
    if (unsafe !== undefined) throw badInput([unsafe]);
    return { headers, person, clientAddress, given };
  };
  const personIn = (given: Given, clientAddress: string) => ({
    clientAddress,
    name: textIn(given, 'name'),
    email: textIn(given, 'email'),
    password: textIn(given, 'password'),
  });
  const meansFor = ({ headers }: FastifyRequest) => ({
    mailer,
    pagesUrl: baseUrl(),
    languages: wantedLanguages(headers['accept-language']),
  });
  /** A person who has just joined need not type the password again. */
  const signIn = (
    { email, passwordDigest }: Newcomer,
    { password, clientAddress }: { readonly password: string; readonly clientAddress: string },
    headers: Headers,
  ): Promise<Response> => {
    headers.delete('content-length');
    return authentication.answer(
      new Request(new URL(`${AUTH_PATH}/sign-in/email`, baseUrl()), {
        method: 'POST',
        headers,
        body: JSON.stringify({ email, password }),
      }),
      clientAddress,
      passwordDigest,
    );
  };

  app.post('/app/join', async (request, reply) => {
    const { headers, person, clientAddress, given } = await formOf(request, reply);
    const token = textIn(given, 'token');
    if (person !== undefined) {
      await joinAsPerson(db, token, person);
      return { joined: true };
    }
    const newcomer = personIn(given, clientAddress);
    const joined = await joinAsNew(db, token, newcomer);
    return send(reply, await signIn(joined, newcomer, headers));
  });

  app.post('/app/sign-up', async (request, reply) => {
    const { headers, person, clientAddress, given } = await formOf(request, reply);
    if (!isSignUpOpen)
      throw new ApiError('FORBIDDEN', 'People join this service by invitation only.');
    const organization = textIn(given, 'organization');
    if (person !== undefined) {
      await foundOrganization(db, organization, person);
      return { joined: true };
    }
    const newcomer = personIn(given, clientAddress);
    const joined = await signUp(db, { organization, ...newcomer });
    return send(reply, await signIn(joined, newcomer, headers));
  });

  app.post(`${AUTH_PATH}/request-password-reset`, async (request, reply) => {
    const { given } = await formOf(request, reply);
    const means = { ...meansFor(request), log };
    await requestPasswordReset(db, { email: textIn(given, 'email') }, means);
    return {
      status: true,
      message: 'If an account has this address, a link to a new password is sent to it.',
    };
  });

  app.post('/app/email', async (request, reply) => {
    const { person, clientAddress, given } = await formOf(request, reply);
    if (person === undefined) throw new ApiError('UNAUTHENTICATED', 'Sign in first.');
    const [email, password] = [textIn(given, 'email'), textIn(given, 'password')];
    const wanted = { email, password, clientAddress };
    return { isInEffect: await changeEmail(db, person, wanted, meansFor(request)) };
  });

  app.post('/app/email/confirm', async (request, reply) => {
    const { given } = await formOf(request, reply);
    await confirmEmail(db, textIn(given, 'token'));
    return { isInEffect: true };
  });
}

/** Refusals of the routes above; better-auth answers its own. */
export function refuseAppRequest(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const requestId = encodeId('request', newUuid());
  const refusal = apiErrorOf(error, requestId, log);
  const { status, errors } = errorResponse(refusal, 'application/graphql-response+json');
  return reply
    .code(request.raw.complete ? status : 400)
    .headers({ 'X-Request-Id': requestId, ...errorHeaders(status, refusal) })
    .send({ errors, extensions: { requestId } });
}

function bodyOf(
  { bounds }: AppDependencies,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const sent = { tenant: bounds.budget.addressOf(raw), mostBytes: MOST_BODY_BYTES };
  return bounds.strangersBodies.read(raw, reply.raw, sent);
}

/**
 * Guesses are counted by address, and by address and account together. Nothing is counted by account
 * alone: a stranger could lock its owner out.
 */
async function throttle(
  { rateLimiter }: AppDependencies,
  clientAddress: string,
  email: string | undefined,
): Promise<void> {
  const take = async (name: string, limit: number): Promise<void> => {
    const taken = await rateLimiter.take(name, limit);
    if (taken.isExceeded) throw rateLimitedError(taken, 'attempts per minute');
  };
  await take(`sign-in ${clientAddress}`, ATTEMPTS.ofAddress);
  // Names of windows are kept in memory: a longer text is the address of nobody.
  if (email === undefined || email.length > MOST_EMAIL_LETTERS) return;
  await take(`sign-in ${clientAddress} ${email.toLowerCase()}`, ATTEMPTS.atAccount);
}

function accountIn(body: Buffer | undefined): string | undefined {
  const email = body === undefined || body.length === 0 ? undefined : objectIn(body)['email'];
  return typeof email === 'string' ? email : undefined;
}

type Given = Readonly<Record<string, unknown>>;

function objectIn(bytes: Buffer): Given {
  const value = parseJson(bytes.toString('utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value));
  throw new ApiError('BAD_REQUEST', 'The request body must be a JSON object.');
}

function textIn(given: Given, name: string): string {
  const value = given[name];
  if (typeof value === 'string') return value;
  throw badInput([{ path: [name], code: 'REQUIRED', message: 'Must be given.' }]);
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  return reply
    .code(answer.status)
    .header('set-cookie', answer.headers.getSetCookie())
    .header('cache-control', 'no-store')
    .send(Buffer.from(await answer.arrayBuffer()));
}
