import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { sql } from 'kysely';
import { type Db, isRetryable, type Tx } from '../platform/database/index.ts';
import { stableJson } from '../platform/stable-json.ts';
import { ApiError, badInput, requestTimeout } from './api-error.ts';
import type { Context } from './context.ts';

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
const MAX_ATTEMPTS = 6;
const IS_OLD = sql`created_at < now() - interval '24 hours'`;

/** A field of a mutation document; `path` is its place in the response, such as `createOrder`. */
export type MutationField = { readonly name: string; readonly path: string };

/**
 * Runs the work of one mutation field in one transaction. With an idempotency key the first answer
 * is stored in that transaction and returned again for 24 hours; a concurrent twin waits for the
 * first (it blocks on the key's row), and a refusal leaves nothing behind. Deadlocks and
 * serialization failures are retried, so no client sees one. After the deadline nothing starts and
 * nothing is committed, so a client that got TIMEOUT finds nothing changed.
 *
 * `work` returns plain data: a repeated request is answered from it. `withhold` removes values that
 * must not be stored, such as a secret that is shown once.
 */
export async function runMutation<Answer>(
  context: Pick<Context, 'db' | 'scope' | 'request'>,
  field: MutationField,
  input: object,
  work: (tx: Tx) => Promise<Answer>,
  withhold: (answer: Answer) => Answer = (answer) => answer,
): Promise<Answer> {
  const { deadlineMs } = context.request;
  const key = keyIn(input) ?? context.request.idempotencyKey;
  const run =
    key === undefined ? work : withIdempotencyKey(context, field, key, input, work, withhold);
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.db.transaction().execute(async (tx) => {
        assertBeforeDeadline(deadlineMs);
        const answer = await run(tx);
        assertBeforeDeadline(deadlineMs);
        return answer;
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(5 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function assertBeforeDeadline(deadlineMs: number): void {
  if (performance.now() > deadlineMs) throw requestTimeout();
}

function keyIn(input: object): string | undefined {
  const key = 'idempotencyKey' in input ? input.idempotencyKey : undefined;
  return typeof key === 'string' ? key : undefined;
}

function withIdempotencyKey<Answer>(
  context: Pick<Context, 'scope'>,
  field: MutationField,
  key: string,
  input: object,
  work: (tx: Tx) => Promise<Answer>,
  withhold: (answer: Answer) => Answer,
): (tx: Tx) => Promise<Answer> {
  if (!KEY_FORM.test(key)) {
    throw badInput([
      {
        path: ['input', 'idempotencyKey'],
        code: 'INVALID_FORMAT',
        message: 'An idempotency key has 1 to 255 visible ASCII characters; a UUID is a good one.',
      },
    ]);
  }
  const { organizationId, environment } = context.scope;
  const argumentsHash = createHash('sha256')
    .update(`${field.name} ${stableJson({ ...input, idempotencyKey: undefined })}`)
    .digest();
  const isThisEntry = sql`organization_id = ${organizationId} and environment = ${environment}
    and idempotency_key = ${key} and response_path = ${field.path}`;

  return async (tx) => {
    await sql`delete from idempotency_keys
      where ${isThisEntry} and ${IS_OLD}`.execute(tx);
    const claimed = await sql`insert into idempotency_keys
      (organization_id, environment, idempotency_key, response_path, arguments_hash)
      values (${organizationId}, ${environment}, ${key}, ${field.path}, ${argumentsHash})
      on conflict do nothing`.execute(tx);
    if (claimed.numAffectedRows === 1n) {
      const answer = await work(tx);
      await sql`update idempotency_keys set answer = ${serialize(withhold(answer))}
        where ${isThisEntry}`.execute(tx);
      return answer;
    }
    const { rows } = await sql<{ arguments_hash: Buffer; answer: Buffer | null }>`
      select arguments_hash, answer from idempotency_keys where ${isThisEntry}`.execute(tx);
    const first = rows[0];
    if (!first?.answer || !argumentsHash.equals(first.arguments_hash)) {
      throw new ApiError(
        'IDEMPOTENCY_KEY_REUSED',
        'This idempotency key was already used with other arguments; use a new key for a new request.',
      );
    }
    return deserialize(first.answer);
  };
}

/**
 * Deletes expired idempotency records of all tenants and returns their number. A row that a request
 * has locked is left for the next run.
 */
export async function deleteExpiredIdempotencyKeys(
  db: Db,
  stopping?: AbortSignal,
  batch = 1_000,
): Promise<number> {
  for (let count = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`delete from idempotency_keys using (
        select organization_id, environment, idempotency_key, response_path from idempotency_keys
        where ${IS_OLD} order by created_at limit ${batch} for update skip locked
      ) as old
      where idempotency_keys.organization_id = old.organization_id
        and idempotency_keys.environment = old.environment
        and idempotency_keys.idempotency_key = old.idempotency_key
        and idempotency_keys.response_path = old.response_path`.execute(db);
    count += Number(numAffectedRows);
    if (numAffectedRows < batch || stopping?.aborted) return count;
  }
}
