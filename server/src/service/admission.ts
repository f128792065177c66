import type { Config } from '../config.ts';
import { openAuthentication, openMailer } from '../domains/accounts/index.ts';
import { createKeyLookup } from '../domains/keys/index.ts';
import { countRecords, createRateLimiter, openSharedWindows } from '../domains/limits/index.ts';
import { createRequestLog } from '../domains/requests/index.ts';
import { createUsageCounter } from '../domains/usage/index.ts';
import { createPersonLookup } from '../http/identify-person.ts';
import type { Db } from '../platform/database/index.ts';
import type { Disk } from '../platform/disk.ts';
import type { Logger } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Opening } from './options.ts';

type Parts = { readonly db: Db; readonly secrets: Secrets; readonly log: Logger };

/** Look-up of keys, rate limits, usage, bytes of records and the log of requests. */
export async function openAdmission(
  { resources, options }: Opening,
  config: Config,
  { db, disk, secrets, log }: Parts & { readonly disk: Disk },
) {
  const onError = (work: string) => (error: unknown) => log.error(error, work);
  const sharedWindows =
    config.redis === undefined
      ? options.siblings?.limits
      : await openSharedWindows(config.redis, (isShared, error) =>
          isShared
            ? log.warn('Rate limits are shared with other processes again.')
            : log.warn(error, 'Rate limits are not shared: this process counts by itself.'),
        );
  const rateLimiter = createRateLimiter(sharedWindows);
  resources.defer(rateLimiter.close);
  const peppers = [secrets.keyFor('api-keys'), ...secrets.earlierKeysFor('api-keys')];
  const keyLookup = createKeyLookup(db, peppers, onError('key uses'), config.sandboxHost);
  resources.defer(keyLookup.close);
  const usage = createUsageCounter(db, onError('usage'));
  resources.defer(usage.close);
  const records = countRecords(db, onError('bytes of records'));
  resources.defer(records.close);
  const requestLog =
    config.requestLogDays === 0
      ? undefined
      : createRequestLog({ db, disk, onError: onError('request log') });
  if (requestLog !== undefined) resources.defer(requestLog.close);
  return { rateLimiter, keyLookup, usage, records, requestLog };
}

/** Sign-in of people, and the look-up of their sessions. */
export async function openPeople(
  { resources }: Opening,
  { smtpUrl, signUp, singleSignOn }: Config,
  { db, secrets, log, baseUrl }: Parts & { readonly baseUrl: () => string },
) {
  const mailer = smtpUrl === undefined ? undefined : await openMailer(smtpUrl, log);
  if (mailer !== undefined) resources.defer(mailer.close);
  const people = { baseUrl, mailer, singleSignOn, isSignUpOpen: signUp === 'open' };
  const authentication = await openAuthentication({ db, secrets, log, ...people });
  const personLookup = createPersonLookup(db, authentication, baseUrl);
  return { ...people, authentication, personLookup };
}
