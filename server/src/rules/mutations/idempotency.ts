import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import {
  CommitUnknown,
  type Db,
  inTransaction,
  isDatabaseGone,
  isLockTimeout,
  isRetryable,
  query,
  sendAhead,
  type TenantDb,
  type TenantTx,
  type Tx,
} from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { stableJson } from '../../platform/json/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Context } from '../context.ts';
import { ApiError, badInput, type Problem, requestTimeout } from '../errors/api-error.ts';
import { type Path, problem } from '../inputs/problems.ts';
import { Unprepared } from '../jobs/compute.ts';

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
const KEY_PATH = ['idempotencyKey'];
const MAX_ATTEMPTS = 6;
const IS_OLD = `idempotency_keys.created_at < now() - interval '24 hours'`;
/** A request takes 15 s at most: what holds a lease for longer is dead. */
const LEASE = `interval '20 seconds'`;
const IS_FREE = `(${IS_OLD} or (idempotency_keys.answer is null and idempotency_keys.leased_until < now()))`;
const IS_THIS_ENTRY = `idempotency_keys.organization_id = $1 and idempotency_keys.environment = $2
  and idempotency_keys.idempotency_key = $3 and idempotency_keys.response_path = $4`;
const TWIN_POLL_MS = 50;
/** A transaction that waits longer for a lock gives its connection to others, and begins again. */
const LOCK_WAIT_MS = 1_000;
/** A transaction whose connection breaks again and again is repeated for this long. */
const OUTAGE_PATIENCE_MS = 5_000;
const OUTAGE_POLL_MS = 200;

type Begun = TenantDb & Pick<Context, 'request'>;

/** A field of a mutation document; `path` is its place in the response, such as `createOrder`. */
type MutationField = { readonly name: string; readonly path: string };

type MutationOptions<Answer> = {
  /** Removes values that must not be stored, such as a secret that is shown once. */
  readonly withhold?: ((answer: Answer) => Answer) | undefined;
  /** Refuses work of which no answer is stored. */
  readonly admit?: () => Promise<void>;
  /** Computes what the work needs in any case, before a transaction begins. */
  readonly prepare?: () => Promise<unknown>;
};

/**
 * Runs the work of one mutation field in one transaction. With an idempotency key the first answer
 * is stored in that same transaction and given again for 24 hours; a concurrent twin waits for the
 * first and a refusal leaves nothing behind. Deadlocks, serialization failures and losses of the database are
 * retried, so no client sees one. A COMMIT whose answer was lost is looked up by the idempotency key; without a key
 * its outcome is unknown. After the deadline nothing begins, and nothing is committed.
 *
 * Work that throws `Unprepared` is rolled back, computes outside of transactions and begins again.
 * Meanwhile a lease on the idempotency key makes twins wait; if the process dies, the lease ends.
 *
 * `perform` returns plain data: a repeated request is answered from it.
 */
export async function runMutation<Answer>(
  context: Begun,
  field: MutationField,
  input: object,
  perform: (work: TenantTx) => Promise<Answer>,
  { withhold = (answer) => answer, admit = async () => {}, prepare }: MutationOptions<Answer> = {},
): Promise<Answer> {
  const { db, scope, request } = context;
  const key = keyOf(input, request.idempotencyKey);
  const entry = key === undefined ? undefined : new KeyEntry(scope, field, key, input);
  const admitted = async (work: TenantTx): Promise<Answer> => {
    await admit();
    return perform(work);
  };
  try {
    if (prepare !== undefined) await prepared(context, entry, () => admit().then(prepare));
    return await retried(context, entry, async (work) => {
      const answer = await (entry === undefined
        ? admitted(work)
        : entry.once(work, admitted, { withhold, onReplay: request.noteReplay }));
      assertBeforeDeadline(request.deadlineMs);
      request.isCommitting = true;
      return answer;
    });
  } catch (error) {
    // If this fails too, the lease ends by itself.
    await entry?.release(db).catch(() => {});
    throw error;
  }
}

async function retried<Answer>(
  context: Begun,
  entry: KeyEntry | undefined,
  perform: (work: TenantTx) => Promise<Answer>,
): Promise<Answer> {
  const { request } = context;
  const { deadlineMs } = request;
  let goneSinceMs: number | undefined;
  for (let conflicts = 0; ; ) {
    let hasBegun = false;
    const begin = (work: TenantTx): Promise<Answer> => {
      hasBegun = true;
      assertBeforeDeadline(deadlineMs);
      return perform(work);
    };
    try {
      const answer = await inTransaction(context, begin, { mostLockWaitMs: LOCK_WAIT_MS });
      request.isCommitting = false;
      return answer;
    } catch (error) {
      request.isCommitting = false;
      if (error instanceof Unprepared) {
        await prepared(context, entry, error.prepare);
      } else if (isLockTimeout(error)) {
        assertBeforeDeadline(deadlineMs);
      } else if (error instanceof TwinAtWork) {
        assertBeforeDeadline(deadlineMs);
        await sleep(TWIN_POLL_MS);
      } else if (isDatabaseGone(error) || (error instanceof CommitUnknown && entry !== undefined)) {
        // To begin has waited for the database already.
        if (!hasBegun) throw error;
        goneSinceMs ??= performance.now();
        if (performance.now() - goneSinceMs > OUTAGE_PATIENCE_MS) throw error;
        assertBeforeDeadline(deadlineMs);
        await sleep(OUTAGE_POLL_MS);
      } else {
        conflicts += 1;
        if (conflicts === MAX_ATTEMPTS || !isRetryable(error)) throw error;
        await sleep(5 * 2 ** conflicts * (0.5 + Math.random()));
      }
    }
  }
}

/** Computes, unless a twin was first: its answer is the one to give. */
async function prepared(
  context: Begun,
  entry: KeyEntry | undefined,
  prepare: () => Promise<unknown>,
): Promise<void> {
  const isFirst =
    entry === undefined ||
    entry.isLeased ||
    (await retried(context, undefined, (work) => entry.lease(work)));
  if (isFirst) await prepare();
}

function assertBeforeDeadline(deadlineMs: number): void {
  if (performance.now() > deadlineMs) throw requestTimeout();
}

/** The key in the input or in the header; two that differ are refused. */
function keyOf(input: object, inHeader: string | undefined): string | undefined {
  const given = 'idempotencyKey' in input ? input.idempotencyKey : undefined;
  const inInput = typeof given === 'string' ? given : undefined;
  if (inInput !== undefined && inHeader !== undefined && inInput !== inHeader) {
    const message =
      'The header Idempotency-Key has another value than this field; give one of them, or the same text in both.';
    throw badInput([problem(KEY_PATH, 'NOT_ALLOWED', message)]);
  }
  const problems =
    inInput === undefined ? headerProblems(inHeader) : keyProblems(inInput, KEY_PATH);
  if (problems.length > 0) throw badInput(problems);
  return inInput ?? inHeader;
}

/** Another request with the same key computes; it holds the lease. */
class TwinAtWork extends Error {}

/** The row of one idempotency key and response path. */
class KeyEntry {
  readonly #argumentsHash: Buffer;
  /** Values of `IS_THIS_ENTRY`. */
  readonly #entry: readonly unknown[];
  /** Set while this request holds the lease. */
  #lease: string | undefined;

  constructor(scope: Scope, field: MutationField, key: string, input: object) {
    const { organizationId, environment } = scope;
    this.#argumentsHash = createHash('sha256')
      .update(`${field.name} ${stableJson({ ...input, idempotencyKey: undefined })}`)
      .digest();
    this.#entry = [organizationId, environment, key, field.path];
  }

  /** The stored answer, or that of the work, which is stored with it. */
  async once<Answer>(
    work: TenantTx,
    perform: (work: TenantTx) => Promise<Answer>,
    {
      withhold,
      onReplay,
    }: { readonly withhold: (answer: Answer) => Answer; readonly onReplay: () => void },
  ): Promise<Answer> {
    const { db } = work;
    await sendAhead(
      db,
      `delete from idempotency_keys where ${IS_THIS_ENTRY} and ${IS_FREE}`,
      this.#entry,
    );
    const claimed = await query(
      db,
      `insert into idempotency_keys
         (organization_id, environment, idempotency_key, response_path, arguments_hash)
       values ($1, $2, $3, $4, $5) on conflict do nothing returning true`,
      [...this.#entry, this.#argumentsHash],
    );
    if (claimed.length === 0) {
      const first = await this.#read(db);
      if (first?.answer != null) {
        onReplay();
        return deserialize(first.answer);
      }
      if (this.#lease === undefined || first?.lease_id !== this.#lease) throw new TwinAtWork();
    }
    const answer = await perform(work);
    const stored = await sendAhead(
      db,
      `update idempotency_keys set answer = $5, lease_id = null, leased_until = null
       where ${IS_THIS_ENTRY} and lease_id is not distinct from $6 returning true`,
      [...this.#entry, serialize(withhold(answer)), this.#lease],
    );
    if (this.#lease !== undefined && (await stored()).length === 0) throw new TwinAtWork();
    return answer;
  }

  get isLeased(): boolean {
    return this.#lease !== undefined;
  }

  /** Keeps twins waiting while this request computes; false if one of them came first. */
  async lease({ db }: TenantTx): Promise<boolean> {
    const lease = newUuid();
    const taken = await query(
      db,
      `insert into idempotency_keys
         (organization_id, environment, idempotency_key, response_path, arguments_hash, lease_id, leased_until)
       values ($1, $2, $3, $4, $5, $6, now() + ${LEASE})
       on conflict (organization_id, environment, idempotency_key, response_path) do update
         set arguments_hash = excluded.arguments_hash, answer = null, created_at = now(),
           lease_id = excluded.lease_id, leased_until = excluded.leased_until
         where ${IS_FREE} returning true`,
      [...this.#entry, this.#argumentsHash, lease],
    );
    if (taken.length === 0) return false;
    this.#lease = lease;
    return true;
  }

  async release(db: Db): Promise<void> {
    if (this.#lease === undefined) return;
    await query(
      db,
      `delete from idempotency_keys where ${IS_THIS_ENTRY} and answer is null and lease_id = $5`,
      [...this.#entry, this.#lease],
    );
  }

  async #read(db: Tx): Promise<StoredKey | undefined> {
    const [first] = await query<StoredKey>(
      db,
      `select arguments_hash, answer, lease_id from idempotency_keys where ${IS_THIS_ENTRY}`,
      this.#entry,
    );
    if (first === undefined || this.#argumentsHash.equals(first.arguments_hash)) return first;
    throw new ApiError(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was already used with other arguments; use a new key for a new request.',
    );
  }
}

type StoredKey = {
  readonly arguments_hash: Buffer;
  readonly answer: Buffer | null;
  readonly lease_id: string | null;
};

const KEY_RULE = 'has 1 to 255 visible ASCII characters; a UUID is a good one.';

/** Problems of an idempotency key in an input. */
export function keyProblems(key: string, path: Path): Problem[] {
  return KEY_FORM.test(key)
    ? []
    : [problem(path, 'INVALID_FORMAT', `An idempotency key ${KEY_RULE}`)];
}

/** A header is not among the arguments, so the problem of its value has no path. */
function headerProblems(key: string | undefined): Problem[] {
  if (key === undefined || KEY_FORM.test(key)) return [];
  return [{ path: [], code: 'INVALID_FORMAT', message: `The header Idempotency-Key ${KEY_RULE}` }];
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
    const deleted = await query(
      db,
      `delete from idempotency_keys using (
         select organization_id, environment, idempotency_key, response_path from idempotency_keys
         where ${IS_OLD} order by created_at limit $1 for update skip locked
       ) as old
       where idempotency_keys.organization_id = old.organization_id
         and idempotency_keys.environment = old.environment
         and idempotency_keys.idempotency_key = old.idempotency_key
         and idempotency_keys.response_path = old.response_path returning true`,
      [batch],
    );
    count += deleted.length;
    if (deleted.length < batch || stopping?.aborted) return count;
  }
}
