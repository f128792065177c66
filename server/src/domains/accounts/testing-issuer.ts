import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { listening } from '../../platform/testing.ts';

export type Claims = Readonly<Record<string, unknown>>;

export const CLIENT = { clientId: 'trackway client', clientSecret: 'a secret: of %20 signs' };

type Answer = { readonly status?: number; readonly body: object };
type Asked = Readonly<Record<'nonce' | 'code_challenge' | 'redirect_uri', string>>;
type Sign = (claims: JWTPayload) => string | Promise<string>;

/** Faults that a test gives to the provider. */
type Faults = {
  /** Claims that replace those of the next ID tokens. */
  lies: Claims;
  /** Signs the next ID tokens in another way. */
  sign: Sign | undefined;
  /** Fields that replace those of the discovery document. */
  discovery: object;
  userInfo: object;
  /** Requests are taken and never answered. */
  isSilent: boolean;
};
export const NO_FAULTS: Readonly<Faults> = {
  lies: {},
  sign: undefined,
  discovery: {},
  userInfo: {},
  isSilent: false,
};

/** An OpenID Connect provider for tests, whose answers a test can falsify. */
export async function startFakeIssuer() {
  let key = await newKey();
  const codes = new Map<string, Asked & { readonly claims: Claims }>();
  const faults: Faults = { ...NO_FAULTS };
  const issuer = {
    url: '',
    faults,
    tokenRequests: 0,
    rotate: async () => {
      key = await newKey();
    },
    /** The visit of a browser to the provider, at which the person signs in; the address that it leads back to. */
    authorize: (address: string, claims: Claims): URL => {
      const { searchParams } = new URL(address);
      const code = randomUUID();
      const of = (name: string) => searchParams.get(name) ?? '';
      codes.set(code, {
        nonce: of('nonce'),
        code_challenge: of('code_challenge'),
        redirect_uri: of('redirect_uri'),
        claims,
      });
      const back = new URL(of('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', of('state'));
      return back;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const routes: Readonly<Record<string, (request: IncomingMessage) => Promise<Answer>>> = {
    '/.well-known/openid-configuration': async () => ({
      body: {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        userinfo_endpoint: `${issuer.url}/userinfo`,
        jwks_uri: `${issuer.url}/keys`,
        ...faults.discovery,
      },
    }),
    '/keys': async () => ({ body: { keys: [key.jwk] } }),
    '/userinfo': async () => ({ body: faults.userInfo }),
    '/token': async (request) => {
      issuer.tokenRequests += 1;
      const given = new URLSearchParams(await text(request));
      const asked = codes.get(given.get('code') ?? '');
      codes.delete(given.get('code') ?? '');
      const digest = createHash('sha256').update(given.get('code_verifier') ?? '');
      const isRight =
        asked !== undefined &&
        asked.code_challenge === digest.digest('base64url') &&
        asked.redirect_uri === given.get('redirect_uri') &&
        isClient(request.headers.authorization, given);
      if (!isRight) return { status: 400, body: { error: 'invalid_grant' } };
      const now = Math.floor(Date.now() / 1_000);
      const claims: JWTPayload = payloadOf({
        iss: issuer.url,
        aud: CLIENT.clientId,
        iat: now,
        exp: now + 300,
        nonce: asked.nonce,
        ...asked.claims,
        ...faults.lies,
      });
      const sign = faults.sign ?? key.sign;
      return {
        body: { token_type: 'Bearer', access_token: 'access', id_token: await sign(claims) },
      };
    },
  };
  const server = createServer(async (request, response) => {
    if (faults.isSilent) return;
    const answer = await routes[request.url ?? '']?.(request);
    response.writeHead(answer === undefined ? 404 : (answer.status ?? 200), {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(answer?.body ?? {}));
  });
  issuer.url = `http://127.0.0.1:${await listening(server)}`;
  return issuer;
}

/** RFC 6749, section 2.3.1: by the header with form-encoded parts, or in the body. */
function isClient(authorization: string | undefined, body: URLSearchParams): boolean {
  const { clientId, clientSecret } = CLIENT;
  const basic = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64').toString();
  const [id, secret] = basic.split(':').map((part) => new URLSearchParams(`=${part}`).get(''));
  return (
    (id === clientId && secret === clientSecret) ||
    (body.get('client_id') === clientId && body.get('client_secret') === clientSecret)
  );
}

/** Claims as JSON carries them: without those that are undefined. */
function payloadOf(claims: Claims): JWTPayload {
  return JSON.parse(JSON.stringify(claims));
}

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const kid = randomUUID();
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' },
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey),
  };
}

/** Signatures that nobody must accept. */
export const FORGERIES = {
  'no signature': (claims: JWTPayload) => new UnsecuredJWT(claims).encode(),
  'a key of another': async (claims: JWTPayload) => (await newKey()).sign(claims),
  'the client secret': (claims: JWTPayload) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(CLIENT.clientSecret.padEnd(32))),
};
