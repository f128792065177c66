import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { PermissionEnum, TierEnum } from '../../graphql/enums.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadOf, payloadWith } from '../../graphql/payload.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { graceProblems } from '../../rules/inputs/problems.ts';
import { ApiKeyRef } from './graphql.ts';
import type { ApiKey } from './model.ts';
import { createKey, DEFAULT_GRACE_SECONDS, keyProblems, revokeKey, rotateKey } from './service.ts';

declare module '../../rules/context.ts' {
  interface Services {
    /** Secret behind the digests of API keys. */
    readonly keyPepper: Buffer;
  }
}

const IssuedKeyPayload = (mutation: string) =>
  payloadWith<Shown>(mutation, (t) => ({
    apiKey: t.expose('apiKey', {
      type: ApiKeyRef,
      nullable: true,
      description: 'The new key, without its value.',
    }),
    key: t.exposeString('secret', {
      nullable: true,
      description:
        'The value of the key. Shown this once: keep it secret; null when the answer is repeated for an idempotency key.',
    }),
  }));

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  extensions: checkedBy(keyProblems),
  description: 'A new API key of the own organization and environment.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Descriptive name of the key, 1 to 200 characters.',
    }),
    tier: t.field({
      type: TierEnum,
      description: "Tier of the key, at most the caller's; the caller's by default.",
    }),
    permissions: t.field({
      type: [PermissionEnum],
      description:
        "Permissions of the key, at most the caller's; by default all permissions of the caller that are given by default.",
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time of the key; it does not expire by default.',
    }),
    ...idempotencyField(t),
  }),
});

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'The key to replace by a new key with the same properties.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the key to rotate.' }),
    gracePeriodSeconds: t.int({
      description: `Grace period of the old key in seconds, 0 to 2,592,000; ${DEFAULT_GRACE_SECONDS} by default.`,
      extensions: checkedBy(graceProblems),
    }),
    ...idempotencyField(t),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the key to revoke.' }) }),
});

const RevokeApiKeyPayload = payloadOf(
  'revokeApiKey',
  'apiKey',
  ApiKeyRef,
  'The key that no longer works.',
);

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: IssuedKeyPayload('createApiKey'),
    description: "Creates an API key, never above the caller's own tier and permissions.",
    extensions: access({ permission: 'API_KEYS_MANAGE' }),
    args: inputArg(CreateApiKeyInput, 'Name and properties of the new key.'),
    resolve: mutation(
      (work, input, context): Promise<Shown> =>
        createKey(work, context.services.keyPepper, context.caller, {
          name: input.name,
          tier: input.tier ?? null,
          permissions: input.permissions ?? null,
          expiresAt: input.expiresAt ?? null,
        }),
      withoutSecret,
    ),
  }),
  rotateApiKey: t.field({
    type: IssuedKeyPayload('rotateApiKey'),
    description:
      "Replaces a key by a new one like it, never above the caller's own tier and permissions. Both work until the grace period ends.",
    extensions: access({ permission: 'API_KEYS_MANAGE', secures: true }),
    args: inputArg(RotateApiKeyInput, 'The key to rotate, and the grace period of the old key.'),
    resolve: mutation(
      (work, input, context): Promise<Shown> =>
        rotateKey(work, context.services.keyPepper, context.caller, {
          id: keyIdOf(input.id),
          gracePeriodSeconds: input.gracePeriodSeconds ?? DEFAULT_GRACE_SECONDS,
        }),
      withoutSecret,
    ),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    description: 'Revokes a key immediately.',
    extensions: access({ permission: 'API_KEYS_MANAGE', freesRoom: true }),
    args: inputArg(RevokeApiKeyInput, 'The key to revoke.'),
    resolve: mutation(async (work, input) => ({
      apiKey: await revokeKey(work, keyIdOf(input.id)),
    })),
  }),
}));

type Shown = { readonly apiKey: ApiKey; readonly secret: string | null };

/** A repeated answer cannot show the value again: it is nowhere stored. */
function withoutSecret(issued: Shown): Shown {
  return { apiKey: issued.apiKey, secret: null };
}

function keyIdOf(id: string): string {
  return requiredUuid('apiKey', 'The API key', id);
}
