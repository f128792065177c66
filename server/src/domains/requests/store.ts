import { sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  maintainDailyPartitions,
  scopedList,
  selectionsOf,
  type ValuesOf,
} from '../../platform/database/index.ts';
import { lowestUuidAt } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Actor } from '../../rules/access/actor.ts';
import { hidden, kept, RECORD } from '../../rules/properties/property.ts';

/** The properties of a logged request. Its time is the first 48 bits of its id. */
export const LOGGED_REQUEST = {
  id: RECORD.id,
  actorKind: hidden<Extract<Actor['kind'], 'PERSON' | 'API_KEY'>, 'actor_kind'>(
    'actor_kind',
    'text',
  ),
  actorId: hidden<string, 'actor_id'>('actor_id', 'uuid'),
  operation: kept<string, 'operation'>(
    'operation',
    'text',
    'String',
    'Root fields of the request, such as `products`; `refused` if the document was refused.',
  ),
  operationName: hidden<string | null, 'operation_name'>('operation_name', 'text'),
  documentHash: hidden<string | null, 'document_hash'>('document_hash', 'text'),
  outcome: kept<string, 'outcome'>(
    'outcome',
    'text',
    'String',
    '`OK`, or the code of the first error of the response, such as `BAD_USER_INPUT`.',
  ),
  status: kept<number, 'status'>('status', 'int', 'Int', 'HTTP status of the response.'),
  cost: kept<number, 'cost'>(
    'cost',
    'int',
    'Int',
    'Cost of the request; 0 if it was refused before execution.',
  ),
  durationMs: kept<number, 'duration_ms'>(
    'duration_ms',
    'float8',
    'Float',
    'Time from the arrival of the request to its response, in milliseconds.',
  ),
  requestBytes: kept<number, 'request_bytes'>(
    'request_bytes',
    'int',
    'Int',
    'Size of the request body in bytes; 0 if it was refused before the body was read.',
  ),
  responseBytes: kept<number, 'response_bytes'>(
    'response_bytes',
    'int',
    'Int',
    'Size of the response body in bytes, as sent.',
  ),
};

export type LoggedRequest = ValuesOf<typeof LOGGED_REQUEST>;

/** A request to log, with its tenant. */
export type NewRequest = LoggedRequest & { readonly scope: Scope };

declare module '../../platform/database/schema.ts' {
  interface Database {
    request_log: ColumnsOfScope & ColumnValuesOf<typeof LOGGED_REQUEST>;
  }
}

const COLUMNS = Object.values(selectionsOf('request_log', LOGGED_REQUEST));

const { equals } = conditionsOn('request_log');

export const requestLog = scopedList({
  table: 'request_log',
  isUncounted: true,
  rows: (db: Db) => db.selectFrom('request_log').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {
    actorId: equals('actor_id'),
    operation: equals('operation'),
    // The second condition lets the partial index of failures serve it.
    outcome: (outcome: string) =>
      outcome === 'OK'
        ? sql<boolean>`outcome = 'OK'`
        : sql<boolean>`(outcome = ${outcome} and outcome <> 'OK')`,
    hasFailed: (hasFailed: boolean) =>
      hasFailed ? sql<boolean>`outcome <> 'OK'` : sql<boolean>`outcome = 'OK'`,
    createdSince: (time: Date) => sql<boolean>`id >= ${lowestUuidAt(time.getTime())}`,
    createdUntil: (time: Date) => sql<boolean>`id < ${lowestUuidAt(time.getTime())}`,
    settledBefore: (time: Date) => sql<boolean>`id < ${lowestUuidAt(time.getTime())}`,
  },
});

/** Writes requests of many tenants; those that are written already stay as they are. */
/** Inserts requests from a JSON array of `NewRequest`. */
export async function insertRequests(db: Db, requests: string): Promise<void> {
  await sql`insert into request_log (organization_id, environment, id, actor_kind, actor_id, operation,
      operation_name, document_hash, outcome, status, cost, duration_ms, request_bytes, response_bytes)
    select (scope ->> 'organizationId')::uuid, scope ->> 'environment', id, "actorKind", "actorId", operation,
      "operationName", "documentHash", outcome, status, cost, "durationMs", "requestBytes", "responseBytes"
    from json_to_recordset(${requests}::json) as requests
      (scope json, id uuid, "actorKind" text, "actorId" uuid, operation text, "operationName" text,
        "documentHash" text, outcome text, status smallint, cost int, "durationMs" float8,
        "requestBytes" int, "responseBytes" int)
    on conflict do nothing`.execute(db);
}

/** Keeps the requests of this day and of so many days before it. */
export function maintainRequestLog(
  db: Db,
  days: { readonly now: Date; readonly daysKept: number },
): Promise<void> {
  return maintainDailyPartitions(db, { table: 'request_log', key: 'id' }, days);
}
