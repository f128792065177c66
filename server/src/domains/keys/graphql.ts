import {
  builder,
  EnvironmentEnum,
  IDEMPOTENCY_KEY_DESCRIPTION,
  PermissionEnum,
  TierEnum,
  wordEnum,
} from '../../graphql/builder.ts';
import {
  type Connection,
  connectionOf,
  connectionType,
  pageArgs,
} from '../../graphql/connection.ts';
import type { Caller, Context, RequestFacts } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { notFound } from '../../graphql/refusal.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { type ApiKey, type KeyState, stateOf, tierOfKey } from './model.ts';
import { KEY_PREFIXES } from './secret.ts';
import {
  createKey,
  DEFAULT_GRACE_SECONDS,
  type IssuedKey,
  revokeKey,
  rotateKey,
} from './service.ts';
import { countKeys, findKey, listKeys } from './store.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    /** Secret behind the digests of API keys. */
    readonly keyPepper: Buffer;
  }
}

type OrganizationOfCaller = Caller['organization'];

const OrganizationRef = builder.objectRef<OrganizationOfCaller>('Organization').implement({
  description: 'The customer of the service that a key belongs to.',
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (it) => encodeId('organization', it.id),
    }),
    name: t.exposeString('name', { description: 'Name of the organization.' }),
    tier: t.field({
      type: TierEnum,
      description: 'What the organization has booked.',
      resolve: (it) => it.tier,
    }),
  }),
});

const CallerKeyRef = builder.objectRef<Caller>('CallerApiKey').implement({
  description: 'The API key of this request.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the key.', resolve: ({ key }) => encodeId('apiKey', key.id) }),
    name: t.string({ description: 'Name given to the key.', resolve: ({ key }) => key.name }),
    prefix: t.string({
      description: 'How keys of this environment begin: `sk_live_` or `sk_sandbox_`.',
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
      description: 'When the key was made.',
      resolve: ({ key }) => key.createdAt,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, at most a minute behind.',
      resolve: ({ key }) => key.lastUsedAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the key stops working; null when it does not expire.',
      resolve: ({ key }) => key.expiresAt,
    }),
    permissions: t.field({
      type: [PermissionEnum],
      extensions: gate({ size: 1 }),
      description: 'What the key may do, within what its tier allows.',
      resolve: ({ permissions }) => [...permissions],
    }),
  }),
});

const MeRef = builder.objectRef<Caller>('Me').implement({
  description: 'Who the caller is, read from the API key.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the API key.',
      resolve: ({ key }) => encodeId('apiKey', key.id),
    }),
    name: t.string({ description: 'Name of the API key.', resolve: ({ key }) => key.name }),
    tier: t.field({ type: TierEnum, description: 'Tier of the key.', resolve: ({ tier }) => tier }),
    email: t.string({
      nullable: true,
      description:
        'E-mail address of the person who made the key; null for a key made at the command line.',
      resolve: () => null,
    }),
    environment: t.field({
      type: EnvironmentEnum,
      description: 'Environment of the key.',
      resolve: ({ scope }) => scope.environment,
    }),
    organization: t.field({
      type: OrganizationRef,
      description: 'Organization of the key.',
      resolve: ({ organization }) => organization,
    }),
    apiKey: t.field({
      type: CallerKeyRef,
      description: 'The key itself, without its value.',
      resolve: (caller) => caller,
    }),
  }),
});

const RateLimitRef = builder.objectRef<RequestFacts>('RateLimit').implement({
  description: 'What this key may still do in the current window, and what this request costs.',
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
      description: 'When the window ends and the allowance is whole again.',
      resolve: ({ rateLimit }) => rateLimit.resetAt,
    }),
    cost: t.exposeInt('cost', { description: 'Cost of this request.' }),
    maxCost: t.exposeInt('maxCost', {
      description: 'Highest cost that a request of this tier may have.',
    }),
  }),
});

builder.queryFields((t) => ({
  me: t.field({
    type: MeRef,
    description: 'Who the caller is. A good first query to check a key.',
    resolve: (_root, _args, { caller }) => caller,
  }),
  rateLimit: t.field({
    type: RateLimitRef,
    extensions: gate({ size: 0 }),
    description: 'The allowance of this key and the cost of this request. Free of cost.',
    resolve: (_root, _args, { request }) => request,
  }),
}));

const KeyStateEnum = wordEnum<KeyState>('ApiKeyState', 'Where an API key stands.', {
  ACTIVE: 'Works.',
  EXPIRING: 'Was rotated; works until its grace period ends.',
  EXPIRED: 'Stopped working on its expiry date.',
  REVOKED: 'Was revoked, or rotated and its grace period is over.',
});

const ApiKeyRef = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key, without its value: that is shown once, when the key is made.',
  interfaces: [Node],
  extensions: gate({ permission: 'API_KEYS_MANAGE' }),
  fields: (t) => ({
    id: t.id({ description: 'Globally unique id.', resolve: (key) => encodeId('apiKey', key.id) }),
    name: t.exposeString('name', { description: 'Name given to the key.' }),
    prefix: t.string({
      description: 'How keys of this environment begin: `sk_live_` or `sk_sandbox_`.',
      resolve: (key) => KEY_PREFIXES[key.environment],
    }),
    last4: t.exposeString('last4', { description: 'The last four characters of the key.' }),
    tier: t.field({
      type: TierEnum,
      description: 'Tier of the key.',
      resolve: (key, _args, { caller }) => tierOfKey(key, caller.organization.tier),
    }),
    state: t.field({
      type: KeyStateEnum,
      description: 'Whether the key works.',
      resolve: (key) => stateOf(key, new Date()),
    }),
    permissions: t.field({
      type: [PermissionEnum],
      description: 'What the key may do, within what its tier allows.',
      resolve: (key) => key.permissions,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was made.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, at most a minute behind.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key stops working; null when it does not expire.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; null when it was not.',
    }),
  }),
});

registerNode('apiKey', { typename: 'ApiKey', load: ({ db, scope }, id) => findKey(db, scope, id) });

const ApiKeyConnection = connectionType(ApiKeyRef, 'ApiKey', 'API keys', 'API_KEYS_MANAGE');

builder.queryField('apiKeys', (t) =>
  t.field({
    type: ApiKeyConnection,
    nullable: true,
    description:
      'API keys of this organization and environment, oldest first, revoked ones included.',
    args: pageArgs(),
    resolve: (_root, args, context): Promise<Connection<ApiKey>> => {
      const { db, scope } = context;
      return connectionOf(context, args, {
        list: 'apiKeys',
        load: (page) => listKeys(db, scope, page),
        key: (key) => [key.id],
        count: async () => ({ total: await countKeys(db, scope), isExact: true }),
      });
    },
  }),
);

const IssuedKeyPayload = (name: string, description: string) =>
  builder
    .objectRef<Omit<IssuedKey, 'secret'> & { readonly secret: string | null }>(name)
    .implement({
      description,
      fields: (t) => ({
        apiKey: t.field({
          type: ApiKeyRef,
          nullable: true,
          description: 'The new key, without its value.',
          resolve: ({ apiKey }) => apiKey,
        }),
        key: t.string({
          nullable: true,
          description:
            'The value of the key. Shown this once: keep it secret; null when the answer is repeated for an idempotency key.',
          resolve: ({ secret }) => secret,
        }),
      }),
    });

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key of the own organization and environment.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the key is for, 1 to 200 characters.' }),
    tier: t.field({
      type: TierEnum,
      description: "Tier of the key, at most the caller's; the caller's by default.",
    }),
    permissions: t.field({
      type: [PermissionEnum],
      description:
        "What the key may do, at most the caller's permissions; by default all of them but API_KEYS_MANAGE.",
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the key stops working; never by default.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'Which key to replace by a new one like it.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the key to rotate.' }),
    gracePeriodSeconds: t.int({
      description: `How long the old key works on, 0 to 2,592,000 seconds; ${DEFAULT_GRACE_SECONDS} by default.`,
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'Which key to end.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the key to revoke.' }) }),
});

const RevokeApiKeyPayload = builder
  .objectRef<{ readonly apiKey: ApiKey }>('RevokeApiKeyPayload')
  .implement({
    description: 'What `revokeApiKey` gives back.',
    fields: (t) => ({
      apiKey: t.field({
        type: ApiKeyRef,
        nullable: true,
        description: 'The key that no longer works.',
        resolve: ({ apiKey }) => apiKey,
      }),
    }),
  });

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: IssuedKeyPayload('CreateApiKeyPayload', 'What `createApiKey` gives back.'),
    nullable: true,
    description: "Makes an API key, never above the caller's own tier and permissions.",
    extensions: gate({ permission: 'API_KEYS_MANAGE' }),
    args: {
      input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate<Shown>(
        context,
        info,
        input,
        (tx) =>
          createKey(tx, context.scope, context.services.keyPepper, context.caller, {
            name: input.name,
            tier: input.tier ?? null,
            permissions: input.permissions ?? null,
            expiresAt: input.expiresAt ?? null,
          }),
        withoutSecret,
      ),
  }),
  rotateApiKey: t.field({
    type: IssuedKeyPayload('RotateApiKeyPayload', 'What `rotateApiKey` gives back.'),
    nullable: true,
    description: 'Replaces a key by a new one like it. Both work until the grace period ends.',
    extensions: gate({ permission: 'API_KEYS_MANAGE' }),
    args: {
      input: t.arg({
        type: RotateApiKeyInput,
        required: true,
        description: 'Which key, and how long both work.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate<Shown>(
        context,
        info,
        input,
        (tx) =>
          rotateKey(
            tx,
            context.scope,
            context.services.keyPepper,
            keyIdOf(input.id),
            input.gracePeriodSeconds ?? DEFAULT_GRACE_SECONDS,
          ),
        withoutSecret,
      ),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    nullable: true,
    description: 'Ends a key at once.',
    extensions: gate({ permission: 'API_KEYS_MANAGE' }),
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'Which key.' }) },
    resolve: (_root, { input }, context: Context, info) =>
      mutate(context, info, input, async (tx) => ({
        apiKey: await revokeKey(tx, context.scope, keyIdOf(input.id)),
      })),
  }),
}));

type Shown = { readonly apiKey: ApiKey; readonly secret: string | null };

/** A repeated answer cannot show the value again: it is nowhere stored. */
function withoutSecret(issued: Shown): Shown {
  return { apiKey: issued.apiKey, secret: null };
}

function keyIdOf(id: string): string {
  const uuid = decodeId('apiKey', id);
  if (uuid === undefined) throw notFound('The API key');
  return uuid;
}
