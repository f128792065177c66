import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { PermissionEnum, TierEnum } from '../../graphql/enums.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { listOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { OLDEST_FIRST } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { KeyStateEnum } from './enums.ts';
import { type ApiKey, revocationOf, stateOf, tierOfKey } from './model.ts';
import { KEY_PREFIXES } from './secret.ts';
import { apiKeys } from './store.ts';

export const ApiKeyRef = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key, without its value: that is shown once, when the key is made.',
  interfaces: [Node],
  extensions: access({ permission: 'API_KEYS_MANAGE' }),
  fields: (t) => ({
    id: t.id({ description: 'Globally unique id.', resolve: (key) => encodeId('apiKey', key.id) }),
    ...exposed(t, {
      name: field('String', 'Name given to the key.'),
      last4: field('String', 'The last four characters of the key.'),
      permissions: field(
        [PermissionEnum],
        'Permissions of the key, within the features of its tier.',
      ),
      createdAt: field('DateTime', 'Time of the creation of the key.'),
      lastUsedAt: nullable(
        'DateTime',
        'Time of the last request with the key, at most a minute late.',
      ),
      expiresAt: nullable('DateTime', 'Expiry time of the key; null if it does not expire.'),
    }),
    prefix: t.string({
      description: 'Prefix of the keys of this environment: `sk_live_` or `sk_sandbox_`.',
      resolve: (key) => KEY_PREFIXES[key.environment],
    }),
    tier: t.field({
      type: TierEnum,
      description: 'Tier of the key.',
      resolve: (key, _args, { caller }) => tierOfKey(key, caller.organization.tier),
    }),
    state: t.field({
      type: KeyStateEnum,
      description: 'Current state of the key.',
      resolve: (key) => stateOf(key, new Date()),
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the revocation, or of the end of the grace period of a rotated key; null if the key is not revoked.',
      resolve: (key) => revocationOf(key, new Date()),
    }),
  }),
});

/** Loads keys by id in one statement per request; undefined for a missing one. */
export const apiKeyById = defineLoaderById(apiKeys.find);

registerNode('apiKey', { typename: 'ApiKey', load: apiKeyById });

const ApiKeyConnection = connectionType(ApiKeyRef, 'ApiKey', 'API keys', 'API_KEYS_MANAGE');

builder.queryField('apiKeys', (t) =>
  t.field({
    type: ApiKeyConnection,
    description:
      'API keys of this organization and environment, oldest first, revoked ones included.',
    args: pageArgs(),
    resolve: (_root, args, context) => listOf(context, args, apiKeys, {}, OLDEST_FIRST),
  }),
);
