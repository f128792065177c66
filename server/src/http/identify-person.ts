import type { IncomingMessage } from 'node:http';
import {
  type Authentication,
  assertOwnOrigin,
  listMemberships,
  type Membership,
  type Person,
  permissionsOf,
} from '../domains/accounts/index.ts';
import { TIER_LIMITS } from '../domains/limits/index.ts';
import type { Db } from '../platform/database/index.ts';
import { decodeId } from '../platform/ids.ts';
import type { Environment } from '../platform/scope.ts';
import { TIERS, type Tier } from '../rules/access/tiers.ts';
import type { Caller } from '../rules/context.ts';
import { ApiError } from '../rules/errors/api-error.ts';

/** `/app/graphql/org_…/live` or `…/sandbox`: the entrance of the pages, where a session is the key. */
const PERSON_PATH =
  /^\/app\/(?:graphql|bulk|passports)\/(org_[0-9a-z]{26})\/(live|sandbox)(?:[/?]|$)/;

export function isPersonPath(url: string | undefined): boolean {
  return url?.startsWith('/app/') === true;
}

export type PersonLookup = {
  /** The caller behind a session, in the organization and environment that the address names. */
  readonly identify: (request: IncomingMessage) => Promise<Caller>;
};

export function createPersonLookup(
  db: Db,
  authentication: Authentication,
  baseUrl: () => string,
): PersonLookup {
  return {
    identify: async (request) => {
      const headers = webHeadersOf(request);
      if (headers.has('x-api-key'))
        throw new ApiError(
          'BAD_REQUEST',
          'API keys are not taken here: send them to /graphql or /sandbox/graphql.',
        );
      assertOwnOrigin(headers, baseUrl());
      const person = await authentication.personOf(headers);
      if (person === undefined)
        throw new ApiError('UNAUTHENTICATED', 'The session has ended: sign in again.');
      const [, organization = '', plane] = PERSON_PATH.exec(request.url ?? '') ?? [];
      const membership = await membershipIn(db, person, decodeId('organization', organization));
      const environment = plane === 'live' ? 'LIVE' : 'SANDBOX';
      return callerOf(person, membership, environment, headers.get('x-trackway-tier'));
    },
  };
}

/** The headers of a request as the web has them. */
export function webHeadersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

async function membershipIn(
  db: Db,
  person: Person,
  organizationId: string | undefined,
): Promise<Membership> {
  const found = (await listMemberships(db, person.id)).find(
    ({ organization }) => organization.id === organizationId,
  );
  if (found !== undefined) return found;
  throw new ApiError('FORBIDDEN', 'You are not a member of this organization.');
}

function callerOf(
  person: Person,
  { role, organization }: Membership,
  environment: Environment,
  askedTier: string | null,
): Caller {
  const tier = tierOf(environment, organization.tier, askedTier);
  const custom = tier === organization.tier ? organization.requestsPerMinute : null;
  return {
    scope: { organizationId: organization.id, environment },
    identity: { kind: 'PERSON', ...person, role },
    windowId: `${person.id} ${organization.id} ${environment}`,
    sharedWindowId: undefined,
    tier,
    permissions: permissionsOf(role),
    organization: { id: organization.id, name: organization.name, tier: organization.tier },
    requestsPerMinute: custom ?? TIER_LIMITS[tier].requestsPerMinute,
  };
}

/** Live: the organization's tier. Sandbox: any, so that everything can be tried; the highest by default. */
function tierOf(environment: Environment, own: Tier, asked: string | null): Tier {
  if (environment === 'LIVE') return own;
  return TIERS.find((tier) => tier === asked) ?? 'ENTERPRISE';
}
