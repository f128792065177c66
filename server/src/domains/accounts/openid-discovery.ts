import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';

/** Discovery of an OpenID Connect provider. It needs nothing of better-auth, which is loaded when people sign in. */

/** The OpenID Connect provider that people may sign in with. */
export type SingleSignOn = {
  /** Exactly as the provider's discovery document and tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client: PKCE alone protects the code. */
  readonly clientSecret: string | undefined;
  /** Name of the provider on the sign-in page. */
  readonly name: string;
};

export type Metadata = {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userInfoEndpoint: string | undefined;
  readonly isSecretInBody: boolean;
  readonly keys: JWTVerifyGetKey;
};

export const ANSWER_MS = 5_000;

export type Claims = Readonly<Record<string, unknown>>;

/** Reads the discovery document, as the first sign-in does; throws the reason if it cannot be used. */
export async function probeSingleSignOn({ issuer }: SingleSignOn): Promise<void> {
  try {
    await discover(issuer, ANSWER_MS);
  } catch (error) {
    throw new Error(messageOf(error));
  }
}

/** OpenID Connect Discovery 1.0, section 4. */
export async function discover(issuer: string, answerMs: number): Promise<Metadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readJson(url, answerMs);
  if (found['issuer'] !== issuer)
    throw new Error(
      `${url} names the issuer ${JSON.stringify(found['issuer'])}; TRACKWAY_OIDC_ISSUER is ${JSON.stringify(issuer)}`,
    );
  const endpoint = (name: string): string => {
    const address = textOf(found, name);
    // Codes and secrets never leave https for http.
    if (!address.startsWith(`${new URL(issuer).protocol}//`))
      throw new Error(`${name} of ${url} must have the protocol of the issuer`);
    return address;
  };
  const methods = found['token_endpoint_auth_methods_supported'];
  return {
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    userInfoEndpoint:
      found['userinfo_endpoint'] === undefined ? undefined : endpoint('userinfo_endpoint'),
    isSecretInBody: Array.isArray(methods) && !methods.includes('client_secret_basic'),
    keys: createRemoteJWKSet(new URL(endpoint('jwks_uri')), {
      timeoutDuration: answerMs,
      // A key that is not known is looked up at once: tokens come from the provider's own endpoint only.
      cooldownDuration: 0,
    }),
  };
}

export async function readJson(
  url: string,
  answerMs: number,
  init: RequestInit = {},
): Promise<Claims> {
  const answer = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const value: unknown = await answer.json();
  if (typeof value !== 'object' || value === null) throw new Error(`${url} gave no JSON object`);
  return Object.fromEntries(Object.entries(value));
}

export function textOf(claims: Claims, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`"${name}" is missing in an answer of the provider`);
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch says "fetch failed", and its cause says why.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
