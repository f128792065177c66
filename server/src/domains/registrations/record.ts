import type { PublicUrls } from '../../rules/public-urls.ts';
import {
  backupUrlOf,
  type DppContent,
  type DppView,
  passportUrl,
  productUri,
} from '../passports/index.ts';
import type { RegistrationError, RegistryRecord } from './model.ts';

/** The record of a passport, or everything that it lacks for one. */
export function registryRecordOf(
  view: DppView,
  above: readonly DppView[],
  { urls, backupUrl, hash }: { urls: PublicUrls; backupUrl: string; hash: string },
): RegistryRecord | readonly RegistrationError[] {
  const reoId = textAt(view.content, 'economicOperator', 'id');
  const facilityId = textAt(view.content, 'facility', 'id');
  const commodityCode = textAt(view.content, 'commodityCode');
  const missing = Object.entries({
    'economicOperator.id': reoId,
    'facility.id': facilityId,
    commodityCode,
  }).filter(([, value]) => value === undefined);
  if (reoId === undefined || facilityId === undefined || commodityCode === undefined)
    return missing.map(([field]) => ({ field, message: `The registry requires ${field}.` }));
  const upiOf = (level: DppView['granularity']) =>
    above
      .filter(({ id, granularity }) => id !== view.id && granularity === level)
      .map((each) => productUri(urls, each))[0];
  const [batchUpi, modelUpi] = [upiOf('BATCH'), upiOf('MODEL')];
  const liveURL = passportUrl(urls, view);
  const isItem = view.granularity === 'ITEM';
  return {
    upi: productUri(urls, view),
    granularityLevel: view.granularity,
    ...(isItem && batchUpi !== undefined ? { batchUpi } : {}),
    ...(view.granularity !== 'MODEL' && modelUpi !== undefined ? { modelUpi } : {}),
    reoId,
    facilitiesId: [facilityId],
    commodityCode,
    liveURL,
    backupURL: backupUrlOf(backupUrl, liveURL),
    hash,
    ...(isItem ? { deactivated: view.status !== 'PUBLISHED' && view.status !== 'SUSPENDED' } : {}),
  };
}

function textAt(content: DppContent, ...path: readonly string[]): string | undefined {
  let value: unknown = content;
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Object(value)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
