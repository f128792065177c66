import { encodeId } from '../../platform/ids.ts';
import type { JsonObject } from '../../platform/json/index.ts';
import { percentDecoded } from '../../platform/percent-decoded.ts';
import type { Scope } from '../../platform/scope.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import type { PublicSigningKey } from './model.ts';

/**
 * The did:web identifier of an organization. One with its own host is that host; others are paths of the
 * service's address, and so is each sandbox.
 */
export function didOf(urls: PublicUrls, scope: Scope): string {
  const root = didOfUrl(urls.of(scope));
  if (urls.hasOwnHost(scope.organizationId) && scope.environment === 'LIVE') return root;
  return `${root}:dids:${encodeId('organization', scope.organizationId)}`;
}

/** The did:web identifier of an address: the colon before a port is percent-encoded. */
export function didOfUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const path = pathname.split('/').filter((segment) => segment !== '');
  return ['did:web', encodeURIComponent(host), ...path].join(':');
}

/** Address of the DID document of a did:web identifier; undefined for another method. */
export function urlOfDid(did: string): string | undefined {
  const [scheme, method, encoded = '', ...path] = did.split(':');
  const host = percentDecoded(encoded) ?? '';
  if (scheme !== 'did' || method !== 'web' || host === '') return undefined;
  const origin = `https://${host}`;
  const place = path.length === 0 ? '/.well-known' : `/${path.join('/')}`;
  const url = `${origin}${place}/did.json`;
  return URL.canParse(url) ? url : undefined;
}

/** DID URL of a key. */
export function keyUrlOf(did: string, thumbprint: string): string {
  return `${did}#${thumbprint}`;
}

/**
 * DID document with all keys. A retired key still verifies what it signed. A compromised one is marked as
 * revoked and is no assertion method: nothing that it signed verifies any more.
 */
export function didDocumentOf(did: string, keys: readonly PublicSigningKey[]): JsonObject {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
    id: did,
    verificationMethod: keys.map(({ thumbprint, publicKey, state, endedAt }) => ({
      id: keyUrlOf(did, thumbprint),
      type: 'JsonWebKey',
      controller: did,
      publicKeyJwk: { ...publicKey, kid: thumbprint, alg: 'ES256' },
      ...(state === 'COMPROMISED' && endedAt !== null ? { revoked: endedAt.toISOString() } : {}),
    })),
    assertionMethod: keys
      .filter(({ state }) => state !== 'COMPROMISED')
      .map(({ thumbprint }) => keyUrlOf(did, thumbprint)),
  };
}
