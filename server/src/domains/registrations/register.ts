import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import { findPublicPassport, findPublicPassports } from '../passports/index.ts';
import { type Outcome, type RegistryAdapter, RegistryFailure } from './model.ts';
import { registryRecordOf } from './record.ts';
import {
  countRegistrations,
  type OpenRegistration,
  openRegistrations,
  writeOutcome,
} from './store.ts';

const PAGE = 200;

export type RegistryMeans = {
  readonly db: Db;
  readonly urls: PublicUrls;
  readonly adapter: RegistryAdapter;
  /** Address of the back-up provider. */
  readonly backupUrl: string;
};

/**
 * Submits the published versions that the registry does not know, asks for pending outcomes, and deactivates items
 * that ended. Each outcome is written at once, so that a run that broke off continues with the rest, and a failure
 * leaves a version pending for the next run.
 */
export async function registerPassports(means: RegistryMeans, scope: Scope) {
  const failures: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await openRegistrations(means.db, scope, after, PAGE);
    for (const open of page) {
      const failure = await attempt(means, scope, open);
      if (failure !== undefined) failures.push(failure);
    }
    after = page.at(-1)?.dppId;
    if (page.length < PAGE) break;
  }
  return { states: await countRegistrations(means.db, scope), failures };
}

/** Message of a failure; undefined if the registry answered. */
async function attempt(
  means: RegistryMeans,
  scope: Scope,
  open: OpenRegistration,
): Promise<string | undefined> {
  try {
    const outcome = await outcomeOf(means, scope, open);
    await writeOutcome(means.db, scope, open, { ...outcome, isSubmitted: !isLocal(outcome) });
    return undefined;
  } catch (error) {
    if (!(error instanceof RegistryFailure)) throw error;
    if (!open.isEnded) {
      const errors = [{ field: '', message: error.message }];
      const pending = {
        state: 'PENDING',
        registrationId: null,
        errors,
        isSubmitted: false,
      } as const;
      await writeOutcome(means.db, scope, open, pending);
    }
    return `${encodeId('dpp', open.dppId)}: ${error.message}`;
  }
}

/** A rejection without an answer of the registry. */
function isLocal({ state, registrationId }: Outcome): boolean {
  return state === 'REJECTED' && registrationId === null;
}

async function outcomeOf(
  { db, urls, adapter, backupUrl }: RegistryMeans,
  { environment, organizationId }: Scope,
  { dppId, number, hash, isSubmitted, isEnded, registrationId }: OpenRegistration,
): Promise<Outcome> {
  const name = `${encodeId('dpp', dppId)}-${number}`;
  if (isSubmitted && !isEnded) return adapter.find(name, registrationId);
  const view = await findPublicPassport(db, dppId, { audience: 'OWNER' });
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
  if ('length' in record) return { state: 'REJECTED', registrationId: null, errors: record };
  const outcome = await adapter.submit(isEnded ? `${name}-deactivated` : name, record);
  return isEnded && outcome.state === 'REGISTERED' ? { ...outcome, state: 'DEACTIVATED' } : outcome;
}
