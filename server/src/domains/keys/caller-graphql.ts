import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { EnvironmentEnum, PermissionEnum, TierEnum } from '../../graphql/enums.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Caller, KeyIdentity, RequestFacts } from '../../rules/context.ts';
import { KEY_PREFIXES } from './secret.ts';

/** Fields about the calling key: identity, limits and remaining requests. */

type OrganizationOfCaller = Caller['organization'];
type PersonOfCaller = NonNullable<KeyIdentity['maker']>;

export const OrganizationRef = builder.objectRef<OrganizationOfCaller>('Organization').implement({
  description: 'The customer of the service that a key belongs to.',
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (it) => encodeId('organization', it.id),
    }),
    ...exposed(t, {
      name: field('String', 'Name of the organization.'),
      tier: field(TierEnum, 'Tier of the organization.'),
    }),
  }),
});

/** A caller that is a key, with what is the same for all keys of its environment. */
type CallingKey = Pick<Caller, 'permissions' | 'scope'> & { readonly key: KeyIdentity };

const CallerKeyRef = builder.objectRef<CallingKey>('CallerApiKey').implement({
  description: 'The API key of this request.',
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id of the key (`key_…`).',
      resolve: ({ key }) => encodeId('apiKey', key.id),
    }),
    name: t.string({ description: 'Name given to the key.', resolve: ({ key }) => key.name }),
    prefix: t.string({
      description: 'Prefix of the keys of this environment: `sk_live_` or `sk_sandbox_`.',
      resolve: ({ scope }) => KEY_PREFIXES[scope.environment],
    }),
    start: t.string({
      description: 'The part of the key that every key of this environment has in common.',
      resolve: ({ scope }) => `${KEY_PREFIXES[scope.environment]}tw_`,
    }),
    last4: t.string({
      description: 'The last four characters of the key.',
      resolve: ({ key }) => key.last4,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the creation of the key.',
      resolve: ({ key }) => key.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last request with the key, at most a minute late.',
      resolve: ({ key }) => key.lastUsedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Expiry time of the key; null if it does not expire.',
      resolve: ({ key }) => key.expiresAt,
    }),
    permissions: t.field({
      type: [PermissionEnum],
      extensions: access({ size: 1 }),
      description: 'Permissions of the key, within the features of its tier.',
      resolve: ({ permissions }) => [...permissions],
    }),
  }),
});

const MeRef = builder.objectRef<Caller>('Me').implement({
  description: 'Identity of the caller: of an API key, or of a person in the dashboard.',
  fields: (t) => ({
    id: t.id({
      description:
        'Id of the person who signed in or made the key (`usr_…`); of the key itself if it was made at the command line.',
      resolve: ({ identity }) => idOf(identity),
    }),
    name: t.string({
      description:
        'Name of the person who signed in or made the key; of the key itself if it was made at the command line.',
      resolve: ({ identity }) => personOf(identity)?.name ?? identity.name,
    }),
    ...exposed(t, {
      tier: field(TierEnum, 'Tier of the key; in the dashboard, the tier that it is used with.'),
      organization: field(OrganizationRef, 'Organization of the caller.'),
    }),
    email: t.string({
      nullable: true,
      description:
        'E-mail address of the person who signed in or made the key; null for a key made at the command line.',
      resolve: ({ identity }) => personOf(identity)?.email ?? null,
    }),
    environment: t.field({
      type: EnvironmentEnum,
      description: 'Environment of the request.',
      resolve: ({ scope }) => scope.environment,
    }),
    apiKey: t.field({
      type: CallerKeyRef,
      nullable: true,
      description: 'The key itself, without its value; null for a person in the dashboard.',
      resolve: ({ identity, permissions, scope }) =>
        identity.kind === 'KEY' ? { key: identity, permissions, scope } : null,
    }),
  }),
});

function personOf(identity: Caller['identity']): PersonOfCaller | null {
  return identity.kind === 'PERSON' ? identity : identity.maker;
}

function idOf(identity: Caller['identity']): string {
  const person = personOf(identity);
  return person === null ? encodeId('apiKey', identity.id) : encodeId('user', person.id);
}

const RateLimitRef = builder.objectRef<RequestFacts>('RateLimit').implement({
  description:
    'Remaining requests of this key in the current window, and the cost of this request.',
  fields: (t) => ({
    limit: t.int({
      description: 'Requests per window of 60 seconds.',
      resolve: ({ rateLimit }) => rateLimit.limit,
    }),
    remaining: t.int({
      description: 'Requests remaining in the current window.',
      resolve: ({ rateLimit }) => rateLimit.remaining,
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'Time when the window ends and the limit resets.',
      resolve: ({ rateLimit }) => rateLimit.resetAt,
    }),
    ...exposed(t, {
      cost: field('Int', 'Cost of this request.'),
      maxCost: field('Int', 'Highest cost that a request of this tier may have.'),
    }),
  }),
});

builder.queryFields((t) => ({
  me: t.field({
    type: MeRef,
    description: 'Identity of the caller. A good first query to check a key.',
    resolve: (_root, _args, { caller }) => caller,
  }),
  rateLimit: t.field({
    type: RateLimitRef,
    extensions: access({ size: 0 }),
    description: 'The allowance of this key and the cost of this request. Free of cost.',
    resolve: (_root, _args, { request }) => request,
  }),
}));
