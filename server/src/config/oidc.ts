import type { ConfigReader } from './reader.ts';

/** The OpenID Connect provider that people may sign in with; undefined without TRACKWAY_OIDC_ISSUER. */
export function readSingleSignOn(read: ConfigReader) {
  const issuer = read.optional(
    'TRACKWAY_OIDC_ISSUER',
    'Issuer of an OpenID Connect provider that people may sign in with, exactly as its discovery document names it (https://login.example.com/). Register the redirect address <TRACKWAY_BASE_URL>/app/auth/callback/oidc there.',
  );
  const clientId = read.optional('TRACKWAY_OIDC_CLIENT_ID', 'Client id of this service there.');
  const clientSecret = read.optional(
    'TRACKWAY_OIDC_CLIENT_SECRET',
    'Client secret of this service there; none for a public client.',
  );
  const name = read.text(
    'TRACKWAY_OIDC_NAME',
    'single sign-on',
    'Name of the provider on the sign-in page: "Continue with <name>".',
  );
  if (issuer === undefined || clientId === undefined) {
    if (issuer !== clientId)
      read.refuse(
        'TRACKWAY_OIDC_ISSUER',
        'and TRACKWAY_OIDC_CLIENT_ID must both be set to use a provider',
      );
    return undefined;
  }
  if (!isIssuer(issuer)) {
    read.refuse(
      'TRACKWAY_OIDC_ISSUER',
      'must be an https:// address without query or fragment (http:// on the own machine only)',
    );
    return undefined;
  }
  return { issuer, clientId, clientSecret, name };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isOwnMachine)) && search + hash === '';
}
