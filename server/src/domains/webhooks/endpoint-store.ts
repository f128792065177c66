import { type Generated, sql } from 'kysely';
import {
  columnsOfScope,
  type Db,
  inScope,
  NEXT_VERSION,
  scopedList,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import type { DisabledReason, WebhookEndpoint } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    webhook_endpoints: {
      organization_id: string;
      environment: Environment;
      id: string;
      url: string;
      description: string | null;
      event_types: readonly string[] | null;
      is_enabled: Generated<boolean>;
      disabled_reason: DisabledReason | null;
      disabled_at: Date | null;
      secret: Buffer;
      previous_secret: Buffer | null;
      previous_secret_until: Date | null;
      headers: Buffer | null;
      header_names: readonly string[];
      max_per_second: number;
      api_version: string;
      version: Generated<number>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

const COLUMNS = [
  'webhook_endpoints.id',
  'url',
  'description',
  'event_types as eventTypes',
  'is_enabled as isEnabled',
  'disabled_reason as disabledReason',
  'disabled_at as disabledAt',
  'secret',
  'previous_secret as previousSecret',
  'previous_secret_until as previousSecretUntil',
  'headers',
  'header_names as headerNames',
  'max_per_second as maxPerSecond',
  'api_version as apiVersion',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export const webhookEndpoints = scopedList({
  table: 'webhook_endpoints',
  rows: (db: Db) => db.selectFrom('webhook_endpoints').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {},
});

/** The part of an endpoint that its owner writes. */
export type EndpointDraft = Pick<
  WebhookEndpoint,
  'url' | 'description' | 'eventTypes' | 'headers' | 'headerNames' | 'maxPerSecond'
>;

function columnsOf(draft: EndpointDraft) {
  return {
    url: draft.url,
    description: draft.description,
    event_types: draft.eventTypes,
    headers: draft.headers,
    header_names: draft.headerNames,
    max_per_second: draft.maxPerSecond,
  };
}

export async function insertEndpoint(
  { db, scope }: TenantTx,
  { id, secret, apiVersion }: Pick<WebhookEndpoint, 'id' | 'secret' | 'apiVersion'>,
  draft: EndpointDraft,
): Promise<WebhookEndpoint> {
  const endpoint = await db
    .insertInto('webhook_endpoints')
    .values({ ...columnsOfScope(scope), ...columnsOf(draft), id, secret, api_version: apiVersion })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await sql`insert into webhook_queues (organization_id, environment, endpoint_id)
    values (${scope.organizationId}, ${scope.environment}, ${id})`.execute(db);
  return endpoint;
}

type EndpointState = {
  readonly isEnabled: boolean;
  readonly disabledReason: DisabledReason | null;
};

export async function updateEndpointRow(
  { db, scope }: TenantTx,
  id: string,
  draft: EndpointDraft | undefined,
  state: EndpointState | undefined,
): Promise<WebhookEndpoint> {
  const endpoint = await db
    .updateTable('webhook_endpoints')
    .set({
      ...(draft === undefined ? {} : columnsOf(draft)),
      ...(state === undefined
        ? {}
        : {
            is_enabled: state.isEnabled,
            disabled_reason: state.disabledReason,
            disabled_at: state.isEnabled ? null : sql<Date>`statement_timestamp()`,
          }),
      ...NEXT_VERSION,
    })
    .where(inScope('webhook_endpoints', scope))
    .where('webhook_endpoints.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  // Waiting deliveries are due when the endpoint is enabled again, and its failures are forgotten.
  if (state !== undefined) {
    await sql`update webhook_queues set due_at = ${state.isEnabled ? 'now' : 'infinity'}::timestamptz,
        failing_since = null
      where ${inScope('webhook_queues', scope)} and endpoint_id = ${id}`.execute(db);
  }
  return endpoint;
}

export async function replaceSecret(
  { db, scope }: TenantTx,
  id: string,
  secret: Buffer,
  previousUntil: Date,
): Promise<WebhookEndpoint> {
  return db
    .updateTable('webhook_endpoints')
    .set({
      secret,
      previous_secret: sql<Buffer>`webhook_endpoints.secret`,
      previous_secret_until: previousUntil,
      ...NEXT_VERSION,
    })
    .where(inScope('webhook_endpoints', scope))
    .where('webhook_endpoints.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
