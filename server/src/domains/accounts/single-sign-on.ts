import { APIError } from '@better-auth/core/error';
import { createAuthorizationURL, type OAuthProvider } from '@better-auth/core/oauth2';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Logger } from '../../platform/log.ts';
import {
  ANSWER_MS,
  type Claims,
  discover,
  messageOf,
  readJson,
  type SingleSignOn,
  textOf,
} from './openid-discovery.ts';

type Means = {
  readonly log: Logger;
  /** Milliseconds until an answer of the provider counts as missing. */
  readonly answerMs?: number;
};

const PROVIDER_ID = 'oidc';

const METADATA_MS = 3_600_000;
const CLOCK_SECONDS = 60;
const NAME_LENGTH = 200;
/** Signatures by public keys only: a token signed with the client secret proves nothing to us. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/**
 * The provider as better-auth calls it: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0,
 * section 3.1). The discovery document is read at the first sign-in and not at the start, so that a provider that is
 * gone for the moment stops nobody who signs in with a password.
 */
export function openIdProvider(
  settings: SingleSignOn,
  { log, answerMs = ANSWER_MS }: Means,
): OAuthProvider<JWTPayload> {
  const { issuer, clientId, name } = settings;
  const metadata = remembered(() => discover(issuer, answerMs), METADATA_MS);
  const logged = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      // Only the message: a fault of a token may carry its claims.
      log.warn({ issuer, reason: messageOf(error) }, 'single sign-on');
      throw error;
    }
  };
  return {
    id: PROVIDER_ID,
    name,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? '',
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce, loginHint }) =>
      logged(async () =>
        createAuthorizationURL({
          id: PROVIDER_ID,
          options: { clientId },
          authorizationEndpoint: (await metadata()).authorizationEndpoint,
          state,
          codeVerifier,
          redirectURI,
          scopes: ['openid', 'email', 'profile'],
          ...(idTokenNonce === undefined ? {} : { nonce: idTokenNonce }),
          ...(loginHint === undefined ? {} : { loginHint }),
        }),
      ).catch(() => {
        const message = `${name} does not answer. Try again in a minute, or sign in with a password.`;
        throw new APIError('SERVICE_UNAVAILABLE', { message });
      }),
    validateAuthorizationCode: ({ code, codeVerifier = '', redirectURI }) =>
      logged(async () => {
        const { tokenEndpoint, isSecretInBody } = await metadata();
        const request = tokenRequest(settings, isSecretInBody, {
          grant_type: 'authorization_code',
          code,
          code_verifier: codeVerifier,
          redirect_uri: redirectURI,
        });
        const answer = await readJson(tokenEndpoint, answerMs, request);
        return { idToken: textOf(answer, 'id_token'), accessToken: textOf(answer, 'access_token') };
      }),
    getUserInfo: ({ idToken = '', accessToken = '', expectedIdTokenNonce }) =>
      logged(async () => {
        const { keys, userInfoEndpoint } = await metadata();
        const claims = await verifiedClaims(idToken, keys, {
          issuer,
          clientId,
          nonce: expectedIdTokenNonce,
        });
        const profile =
          claims['email'] === undefined && userInfoEndpoint !== undefined
            ? await userInfoOf(claims, userInfoEndpoint, { accessToken, answerMs })
            : claims;
        return { user: personOf(profile), data: claims };
        // Without an answer better-auth leads back to the page of the button, with an error.
      }).catch(() => null),
  };
}

/** A request to the token endpoint, with the identity of the client in the header or the body. */
function tokenRequest(
  { clientId, clientSecret }: SingleSignOn,
  isSecretInBody: boolean,
  parameters: Readonly<Record<string, string>>,
): RequestInit {
  if (clientSecret !== undefined && !isSecretInBody)
    return {
      method: 'POST',
      headers: { authorization: basicOf(clientId, clientSecret) },
      body: new URLSearchParams(parameters),
    };
  const secret = clientSecret === undefined ? {} : { client_secret: clientSecret };
  return {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, client_id: clientId, ...secret }),
  };
}

type Expected = {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string | undefined;
};

/** OpenID Connect Core 1.0, section 3.1.3.7. */
async function verifiedClaims(
  idToken: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, nonce }: Expected,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  });
  if (payload['nonce'] !== nonce)
    throw new Error('the nonce of the ID token is not that of this sign-in');
  const party = payload['azp'];
  if (party !== undefined && party !== clientId)
    throw new Error('the ID token was issued to another client');
  return payload;
}

async function userInfoOf(
  claims: JWTPayload,
  endpoint: string,
  { accessToken, answerMs }: { readonly accessToken: string; readonly answerMs: number },
): Promise<Claims> {
  const found = await readJson(endpoint, answerMs, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (found['sub'] !== claims.sub) throw new Error('the user info is of another subject');
  return found;
}

function personOf(claims: Claims) {
  const email = textOf(claims, 'email');
  const names = [claims['name'], claims['preferred_username'], email];
  const name = names.find((each) => typeof each === 'string' && each.trim() !== '');
  const isVerified = claims['email_verified'];
  return {
    email,
    name: String(name).trim().slice(0, NAME_LENGTH),
    // Some providers write the boolean as text.
    emailVerified: isVerified === true || isVerified === 'true',
  };
}

/** Repeats a value for a time. A failure is not repeated: the next call tries again. */
function remembered<Value>(load: () => Promise<Value>, forMs: number): () => Promise<Value> {
  let held: { readonly value: Promise<Value>; readonly untilMs: number } | undefined;
  return () => {
    if (held === undefined || held.untilMs < Date.now()) {
      const current = { value: load(), untilMs: Date.now() + forMs };
      held = current;
      current.value.catch(() => {
        if (held === current) held = undefined;
      });
    }
    return held.value;
  };
}

/** RFC 6749, section 2.3.1: both parts are form-encoded first. */
function basicOf(clientId: string, clientSecret: string): string {
  const parts = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ '': part }).toString().slice(1),
  );
  return `Basic ${Buffer.from(parts.join(':')).toString('base64')}`;
}
