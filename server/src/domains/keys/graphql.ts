import { access } from '../../graphql/access.ts';
import { builder, describedEnum, PermissionEnum, TierEnum } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { listOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { OLDEST_FIRST } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { type ApiKey, type KeyState, stateOf, tierOfKey } from './model.ts';
import { KEY_PREFIXES } from './secret.ts';
import { apiKeys } from './store.ts';

const KeyStateEnum = describedEnum<KeyState>('ApiKeyState', 'Where an API key stands.', {
  ACTIVE: 'Works.',
  EXPIRING: 'Was rotated; works until its grace period ends.',
  EXPIRED: 'Stopped working on its expiry date.',
  REVOKED: 'Was revoked, or rotated and its grace period is over.',
});

export const ApiKeyRef = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key, without its value: that is shown once, when the key is made.',
  interfaces: [Node],
  extensions: access({ permission: 'API_KEYS_MANAGE' }),
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

registerNode('apiKey', { typename: 'ApiKey', load: defineLoaderById(apiKeys.find) });

const ApiKeyConnection = connectionType(ApiKeyRef, 'ApiKey', 'API keys', 'API_KEYS_MANAGE');

builder.queryField('apiKeys', (t) =>
  t.field({
    type: ApiKeyConnection,
    nullable: true,
    description:
      'API keys of this organization and environment, oldest first, revoked ones included.',
    args: pageArgs(),
    resolve: (_root, args, context) => listOf(context, args, apiKeys, {}, OLDEST_FIRST),
  }),
);
