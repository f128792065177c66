import { type Db, databaseTime, forTenant, isOutage } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { dueTenants } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { recordEvents } from '../../rules/events/events.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import { findPublicPassport, findPublicPassports } from '../passports/index.ts';
import { dppRegistrationChanged } from './events.ts';
import { type Outcome, type RegistryAdapter, RegistryFailure } from './model.ts';
import { registryRecordOf } from './record.ts';
import {
  claimDue,
  claimOpen,
  closeEarlier,
  countRegistrations,
  type Ending,
  endAttempt,
  type HeldRegistration,
  REGISTRATIONS,
} from './store.ts';

/** Requests to the registry at the same time in one process. */
const ROOM = 20;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 3_600;

type RegistryMeans = {
  readonly db: Db;
  readonly urls: PublicUrls;
  readonly adapter: RegistryAdapter;
  /** Address of the back-up provider. */
  readonly backupUrl: string;
};

/**
 * Work of a worker: submits the published versions of all tenants in turns, asks for pending outcomes, and deactivates
 * items that ended. Failures are repeated without end, because the law asks for the registration.
 */
export function registerDuePassports(
  means: RegistryMeans,
  log: Logger,
): (stopping: AbortSignal) => Promise<void> {
  return async (stopping) => {
    for (let isLeft = true; isLeft && !stopping.aborted; ) {
      isLeft = false;
      for await (const held of claimInTurns(means.db, stopping)) {
        isLeft = true;
        await Promise.all(
          held.map((each) =>
            forTenant(each.organizationId, () => attempt(means, each, stopping)).catch((error) => {
              if (isOutage(error)) throw error;
              // The lease ends by itself, and the next attempt comes after it.
              log.error({ err: error, dppId: each.dppId }, 'registration of a passport');
            }),
          ),
        );
      }
    }
  };
}

/** Due versions of the live data, as many at a time as there is room for: of each tenant no more before the others had theirs. */
async function* claimInTurns(db: Db, stopping: AbortSignal): AsyncGenerator<HeldRegistration[]> {
  let held: HeldRegistration[] = [];
  for await (const scope of dueTenants(db, REGISTRATIONS)) {
    if (stopping.aborted) break;
    if (scope.environment !== 'LIVE') continue;
    held.push(...(await claimDue({ db, scope }, ROOM - held.length)));
    if (held.length < ROOM) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

/** Attempts everything of a tenant that is open once, whether it is due or not. */
export async function registerPassports(means: RegistryMeans, scope: Scope) {
  const tenant = { db: means.db, scope };
  const failures: string[] = [];
  const never = new AbortController().signal;
  const since = await databaseTime(means.db);
  for (;;) {
    const page = await claimOpen(tenant, since, ROOM);
    if (page.length === 0) break;
    const results = await Promise.all(page.map((held) => attempt(means, held, never)));
    failures.push(...results.filter((failure) => failure !== undefined));
  }
  return { states: await countRegistrations(tenant), failures };
}

/** Message of a failure; undefined if the registry answered. */
async function attempt(
  means: RegistryMeans,
  held: HeldRegistration,
  stopping: AbortSignal,
): Promise<string | undefined> {
  try {
    await write(means.db, held, await outcomeOf(means, held, stopping));
    return undefined;
  } catch (error) {
    if (!(error instanceof RegistryFailure)) throw error;
    const { state } = held;
    const failed = { state, registrationId: null, errors: [], isSubmission: false };
    await write(means.db, held, { ...failed, failure: error.message });
    return `${encodeId('dpp', held.dppId)}: ${error.message}`;
  }
}

type Attempted = Omit<Ending, 'againInSeconds'>;

/** Writes the end of an attempt and, if the state changed, its event. */
async function write(db: Db, held: HeldRegistration, attempted: Attempted): Promise<void> {
  const { dppId, number, purpose, registrationId: known } = held;
  const { state, registrationId, isSubmission, failure } = attempted;
  const isDecided =
    failure === null &&
    (purpose === 'REGISTER'
      ? state !== 'PENDING'
      : state === 'DEACTIVATED' || state === 'REJECTED');
  const againInSeconds = isDecided ? null : pauseAfter(held.attemptCount);
  await db.transaction().execute(async (tx) => {
    const before = await endAttempt(tx, held, { ...attempted, againInSeconds });
    if (before === undefined) return;
    if (isSubmission) await closeEarlier(tx, held);
    if (before === state) return;
    const change = { publishedVersion: number, state, registrationId: registrationId ?? known };
    await recordEvents({ db: tx, scope: held }, dppRegistrationChanged.of(dppId, change));
  });
}

function pauseAfter(attemptCount: number): number {
  const exponential = FIRST_RETRY_SECONDS * 2 ** Math.min(attemptCount - 1, 20);
  return Math.min(exponential, LONGEST_RETRY_SECONDS);
}

async function outcomeOf(
  { db, urls, adapter, backupUrl }: RegistryMeans,
  held: HeldRegistration,
  stopping: AbortSignal,
): Promise<Attempted> {
  const { environment, organizationId, dppId, number, hash, isSubmitted, purpose } = held;
  const name = nameOf(held);
  if (isSubmitted) {
    const outcome = await adapter.find(name, held.registrationId, stopping);
    return { ...outcome, isSubmission: false, failure: null };
  }
  const view = await findPublicPassport(db, dppId, { audience: 'OWNER', number });
  if (view === null) throw new RegistryFailure('The passport is not public any more.');
  const { gtin, batchNumber, serialNumber } = view;
  const key = {
    gtin: gtin ?? '',
    batchNumber: batchNumber ?? undefined,
    serialNumber: serialNumber ?? undefined,
  };
  const above =
    gtin === null ? [] : await findPublicPassports(db, { environment, organizationId }, key);
  const record = registryRecordOf(view, above, { urls, backupUrl, hash });
  if ('length' in record) {
    const rejected = { state: 'REJECTED', registrationId: null, errors: record } as const;
    return { ...rejected, isSubmission: false, failure: null };
  }
  if (purpose === 'REGISTER') {
    const outcome = await adapter.submit(name, record, stopping);
    return { ...outcome, isSubmission: true, failure: null };
  }
  const outcome = await adapter.submit(`${name}-deactivated`, record, stopping);
  return { ...deactivated(held, outcome), isSubmission: true, failure: null };
}

/** Name of a submission, its idempotency key at the registry. */
function nameOf({ dppId, number, submission }: HeldRegistration): string {
  const name = `${encodeId('dpp', dppId)}-${number}`;
  return submission === 1 ? name : `${name}-${submission}`;
}

/** The registry takes the end of an item with the word that it has for any record. */
function deactivated({ state }: HeldRegistration, outcome: Outcome): Outcome {
  if (outcome.state === 'REGISTERED') return { ...outcome, state: 'DEACTIVATED' };
  return outcome.state === 'PENDING' ? { ...outcome, state } : outcome;
}
