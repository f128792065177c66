import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { ApiError, badInput } from '../../rules/errors/api-error.ts';
import { endExcessSessions } from './access-store.ts';
import { loadLibrary } from './load-library.ts';
import type { Person } from './model.ts';
import type { SingleSignOn } from './openid-discovery.ts';
import { digestOfPassword, isPassword, PASSWORD_LENGTH, passwordProblems } from './password.ts';
import {
  type AuthenticationKeys,
  authenticationKeysOf,
  resealSecondFactors,
} from './second-factors.ts';
import { signOnGate } from './sign-on-gate.ts';

export const AUTH_PATH = '/app/auth';

const SESSION_DAYS = 7;
const DAY_SECONDS = 86_400;

/** Answers of better-auth, and the person behind a session cookie. */
export type Authentication = {
  /**
   * Answers a request below AUTH_PATH: signing in and out, second factors, passkeys, passwords. A digest that was made of
   * the password of the request is not made again.
   */
  readonly answer: (request: Request, clientAddress: string, digest?: string) => Promise<Response>;
  /** Undefined without a valid session. Always read from the database: a session ends everywhere at once. */
  readonly personOf: (headers: Headers) => Promise<Person | undefined>;
};

type Setup = {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Known only when the server listens. */
  readonly baseUrl: () => string;
  readonly singleSignOn: SingleSignOn | undefined;
  /** True if everybody may register. */
  readonly isSignUpOpen: boolean;
  readonly log: Logger;
};

/** better-auth on our tables. Loaded at the first use: most requests of the service never need it. */
export async function openAuthentication(setup: Setup): Promise<Authentication> {
  const keys = authenticationKeysOf(setup.secrets);
  await resealSecondFactors(setup.db, keys);
  let auth: ReturnType<typeof createAuth> | undefined;
  const load = () => (auth ??= createAuth(setup, keys));
  return {
    answer: async (request, clientAddress, digest) => {
      const { handler } = await load();
      return underWay.run({ clientAddress, digest }, () => handler(request));
    },
    personOf: async (headers) => {
      if (!headers.get('cookie')?.includes(SESSION_COOKIE)) return undefined;
      const session = await (await load()).api.getSession({
        headers,
        query: { disableRefresh: true },
      });
      return session === null
        ? undefined
        : { id: session.user.id, name: session.user.name, email: session.user.email };
    },
  };
}

const SESSION_COOKIE = 'trackway_session';

type UnderWay = {
  readonly clientAddress: string;
  /** Already made by the request: a second one of a person who joins would wait behind all others that do. */
  readonly digest: string | undefined;
};
/** The request that better-auth answers. */
const underWay = new AsyncLocalStorage<UnderWay>();
const clientAddress = (): string => underWay.getStore()?.clientAddress ?? '';

async function createAuth(setup: Setup, keys: AuthenticationKeys) {
  const { db, baseUrl, isSignUpOpen } = setup;
  const { betterAuth, twoFactor, passkey, APIError, createAuthMiddleware } = await loadLibrary();
  const providers = await openIdProviders(setup);
  const { protocol, hostname, origin } = new URL(baseUrl());
  // Browsers treat the own machine as safe; elsewhere a cookie of plain http cannot be `Secure`.
  const isSecure = protocol === 'https:' || OWN_MACHINE.has(hostname);
  const cookie = (name: string) => ({
    name: `${isSecure ? '__Host-' : ''}${name}`,
    attributes: { secure: isSecure, httpOnly: true, sameSite: 'lax' as const, path: '/' },
  });
  return betterAuth({
    appName: 'Trackway',
    baseURL: origin,
    basePath: AUTH_PATH,
    secrets: [...keys],
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      useSecureCookies: false,
      database: { generateId: () => newUuid(), validateSchema: false },
      defaultCookieAttributes: { secure: isSecure },
      cookies: {
        session_token: cookie(SESSION_COOKIE),
        session_data: cookie('trackway_session_data'),
        dont_remember: cookie('trackway_dont_remember'),
        two_factor: cookie('trackway_two_factor'),
        state: cookie('trackway_sign_on_state'),
        trust_device: cookie('trackway_trust_device'),
        'better-auth-passkey': cookie('trackway_passkey'),
      },
    },
    user: { ...USERS, validateUserInfo: signOnGate(db, isSignUpOpen) },
    session: {
      ...SESSIONS,
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      cookieCache: { enabled: false },
    },
    account: {
      ...CREDENTIALS,
      // Both sides must have verified the address: whoever registers here with the address of another person must not
      // share the account with its owner later.
      accountLinking: { requireLocalEmailVerified: true, allowDifferentEmails: false },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: { create: { after: ({ userId }) => endExcessSessions(db, userId) } },
    },
    // Without it, errors other than its own get an empty 500 in place of the answer of `refuseAppRequest`.
    onAPIError: { throw: true, errorURL: `${origin}/sign-in` },
    verification: VERIFICATIONS,
    emailAndPassword: {
      enabled: true,
      // People join by invitation (`members.ts`).
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: {
        hash: (password) => digestOfPassword(password, clientAddress()),
        verify: async ({ password, hash }) =>
          hash === underWay.getStore()?.digest || isPassword(password, hash, clientAddress()),
      },
      revokeSessionsOnPasswordReset: true,
    },
    // Our own limits stand in front (`http/routes/app-routes.ts`): they are shared by all processes.
    rateLimit: { enabled: false },
    plugins: [
      { id: 'single-sign-on', init: () => ({ context: { socialProviders: providers } }) },
      twoFactor({ issuer: 'Trackway', schema: TWO_FACTORS }),
      passkey({
        rpName: 'Trackway',
        rpID: hostname,
        origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        schema: PASSKEYS,
      }),
    ],
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const isPasskey = context.path === '/passkey/verify-authentication';
        if (isPasskey && !isPersonVerified(context.body?.response?.response?.authenticatorData))
          throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_VERIFIED', message: UNVERIFIED });
        const password: unknown = context.body?.newPassword;
        if (typeof password !== 'string') return;
        const [problem] = await passwordProblems(password, context.context.session?.user.email);
        if (problem !== undefined)
          throw badInput([{ path: ['newPassword'], code: 'WEAK_PASSWORD', message: problem }]);
      }),
    },
  });
}

/** Our tables and columns, by the names of better-auth. */
const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };
const USERS = { modelName: 'users', fields: { emailVerified: 'email_verified', ...TIMES } };
const SESSIONS = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...TIMES,
  },
};
const CREDENTIALS = {
  modelName: 'credentials',
  fields: {
    userId: 'user_id',
    providerId: 'provider_id',
    accountId: 'account_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...TIMES,
  },
};
const VERIFICATIONS = { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...TIMES } };
const TWO_FACTORS = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
};
const PASSKEYS = {
  passkey: {
    modelName: 'passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
};

async function openIdProviders({ singleSignOn, log }: Setup) {
  if (singleSignOn === undefined) return [];
  const { openIdProvider } = await import('./single-sign-on.ts');
  return [openIdProvider(singleSignOn, { log })];
}

/** The provider is asked who somebody is, and nothing later: its tokens are not kept. */
async function withoutTokens<Account extends object>(account: Account) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
}

const UNVERIFIED =
  'This passkey did not verify you: set a PIN, a fingerprint or a face for it, or sign in with your password.';

/**
 * True if the authenticator checked a PIN, a finger or a face: only then a passkey replaces a password and a second
 * factor. The flags are byte 32 of the signed data, bit 2 (WebAuthn Level 3, 6.1); the library checks the signature.
 */
function isPersonVerified(authenticatorData: unknown): boolean {
  if (typeof authenticatorData !== 'string') return false;
  const flags = Buffer.from(authenticatorData, 'base64url')[32] ?? 0;
  return (flags & 0b100) !== 0;
}

const OWN_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A page of this origin, and a person who typed the address. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/** Refuses a page of another origin: cookies come with its requests, the origin tells. */
export function assertOwnOrigin(headers: Headers, baseUrl: string): void {
  const origin = headers.get('origin');
  if (origin === new URL(baseUrl).origin) return;
  // A page reads its own files without an Origin, and so does a person who types an address; only the browser itself writes
  // this header.
  if (origin === null && OWN_SITES.has(headers.get('sec-fetch-site') ?? '')) return;
  throw new ApiError(
    'FORBIDDEN',
    `This address is for the pages of ${new URL(baseUrl).origin}; the request came from ${origin ?? 'no page'}. Use an API key at /graphql, or set TRACKWAY_BASE_URL to the address under which the pages are opened.`,
  );
}
