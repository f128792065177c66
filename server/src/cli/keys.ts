import {
  type ApiKey,
  createKey,
  DEFAULT_GRACE_SECONDS,
  type IssuedKey,
  listAllKeys,
  revokeKey,
  rotateKey,
  scopeOfKey,
  stateOf,
} from '../domains/keys/index.ts';
import type { Db } from '../platform/database/index.ts';
import { decodeId, encodeId } from '../platform/ids.ts';
import { ENVIRONMENTS, type Scope } from '../platform/scope.ts';
import { COMMAND_LINE } from '../rules/access/actor.ts';
import { isPermission, PERMISSIONS, type Permission } from '../rules/access/permissions.ts';
import { TIERS } from '../rules/access/tiers.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import {
  type Command,
  type Given,
  oneOf,
  type Result,
  requiredOneOf,
  requiredText,
  textOf,
  UsageError,
} from './command.ts';
import { ORGANIZATION_OPTION, organizationGiven, SCOPE_OPTIONS } from './organization-given.ts';
import { table } from './text-table.ts';
import { withService } from './with-service.ts';

const DURATION = /^(\d{1,5})([dhm])$/;
const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

export const keyCommands: Readonly<Record<string, Command>> = {
  'keys create': {
    summary: 'Creates an API key and prints it, once.',
    positionals: [],
    options: {
      ...SCOPE_OPTIONS,
      name: { type: 'string', meaning: 'Purpose of the key.', isRequired: true },
      tier: { type: 'string', meaning: "Tier of the key; the organization's by default." },
      permissions: {
        type: 'string',
        meaning:
          'Comma-separated permissions, such as PRODUCTS_READ,ORDERS_READ (docs/limits.md lists them); by default all that are not for managing, auditing or partners.',
      },
      'expires-in': { type: 'string', meaning: 'Such as 90d, 12h or 30m; never by default.' },
    },
    run: createKeyCommand,
  },
  'keys list': {
    summary: 'Lists the API keys of an organization.',
    positionals: [],
    options: ORGANIZATION_OPTION,
    run: (given) =>
      withService(async ({ db }) => {
        const organization = await organizationGiven(db, given);
        return listed(await listAllKeys(db, organization.id));
      }),
  },
  'keys rotate': {
    summary: 'Replaces an API key by a new one like it; both work for a day.',
    positionals: ['id'],
    options: {},
    run: (given) =>
      withService(async ({ db, keyPepper }) => {
        const { id, scope } = await keyGiven(db, given);
        const rotated = await db.transaction().execute((tx) =>
          rotateKey({ db: tx, scope, by: COMMAND_LINE }, keyPepper, undefined, {
            id,
            gracePeriodSeconds: DEFAULT_GRACE_SECONDS,
          }),
        );
        return issued(rotated);
      }),
  },
  'keys revoke': {
    summary: 'Revokes an API key immediately.',
    positionals: ['id'],
    options: {},
    run: (given) =>
      withService(async ({ db }) => {
        const { id, scope } = await keyGiven(db, given);
        return listed([
          await db
            .transaction()
            .execute((tx) => revokeKey({ db: tx, scope, by: COMMAND_LINE }, id)),
        ]);
      }),
  },
};

async function createKeyCommand(given: Given): Promise<Result> {
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const wanted = {
    name: requiredText(given, 'name'),
    tier: oneOf(given, 'tier', TIERS) ?? null,
    permissions: permissionsOf(textOf(given, 'permissions')),
    expiresAt: expiryOf(textOf(given, 'expires-in')),
  };
  return withService(async ({ db, keyPepper }) => {
    const organization = await organizationGiven(db, given);
    const scope = { organizationId: organization.id, environment };
    return issued(
      await db
        .transaction()
        .execute((tx) =>
          createKey({ db: tx, scope, by: COMMAND_LINE }, keyPepper, undefined, wanted),
        ),
    );
  });
}

function permissionsOf(text: string | undefined): readonly Permission[] | null {
  if (text === undefined) return null;
  const words = text.split(',').map((word) => word.trim().toUpperCase());
  const unknown = words.filter((word) => !isPermission(word));
  if (unknown.length > 0)
    throw new UsageError(
      `Unknown permission: ${unknown.join(', ')}. Give some of:\n  ${PERMISSIONS.join('\n  ')}`,
    );
  return words.filter(isPermission);
}

function expiryOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount === undefined || (unit !== 'd' && unit !== 'h' && unit !== 'm')) {
    throw new UsageError(
      `--expires-in must be a whole number of days, hours or minutes, such as 90d, 12h or 30m; it was "${text}".`,
    );
  }
  return new Date(Date.now() + Number(amount) * UNIT_MS[unit]);
}

async function keyGiven(
  db: Db,
  given: Given,
): Promise<{ readonly id: string; readonly scope: Scope }> {
  const [text = ''] = given.positionals;
  const id = decodeId('apiKey', text);
  if (id === undefined)
    throw new UsageError(
      `"${text}" is not the id of an API key; such ids begin with key_, and 26 characters follow.`,
    );
  const scope = await scopeOfKey(db, id);
  if (scope === undefined)
    throw new ApiError('NOT_FOUND', `There is no API key with the id ${text}.`);
  return { id, scope };
}

function issued({ apiKey, secret }: IssuedKey): Result {
  return { text: secret, data: { ...rowOf(apiKey), key: secret } };
}

function listed(keys: readonly ApiKey[]): Result {
  const rows = keys.map(rowOf);
  const text = table(
    rows.map(({ id, name, environment, tier, state, last4, createdAt, lastUsedAt }) => ({
      id,
      name,
      environment,
      tier: tier ?? 'by organization',
      state,
      last4,
      created: createdAt.toISOString().slice(0, 10),
      'last used': lastUsedAt?.toISOString().slice(0, 16) ?? 'never',
    })),
  );
  return { text, data: rows };
}

function rowOf(key: ApiKey) {
  const { windowId: _windowId, madeBy: _madeBy, ...shown } = key;
  return { ...shown, id: encodeId('apiKey', key.id), state: stateOf(key, new Date()) };
}
