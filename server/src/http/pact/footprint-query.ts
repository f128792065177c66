import type { FootprintFilter } from '../../domains/footprints/index.ts';
import { PactError } from './pact-errors.ts';

const DEFAULT_LIMIT = 20;
export const MOST_FOOTPRINTS = 100;
/** Values of one criterion. */
const MOST_VALUES = 100;
const MOST_DIGITS = 9;

/** The criteria of ListFootprints (PACT 3.0, Filtering). Parameters that it does not name are ignored. */
export function filterOf(query: URLSearchParams): FootprintFilter {
  return {
    productIds: valuesOf(query, 'productId'),
    companyIds: valuesOf(query, 'companyId'),
    geographies: valuesOf(query, 'geography'),
    classifications: valuesOf(query, 'classification'),
    statuses: valuesOf(query, 'status'),
    validOn: timeOf(query, 'validOn'),
    validAfter: timeOf(query, 'validAfter'),
    validBefore: timeOf(query, 'validBefore'),
  };
}

/** Footprints of a page: at most as many as asked for, and never more than a page can have. */
export function limitOf(query: URLSearchParams): number {
  const text = query.get('limit');
  if (text === null) return DEFAULT_LIMIT;
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS)
    throw new PactError(400, 'BadRequest', '`limit` is a whole number of at least 0.');
  return Math.min(Number(text), MOST_FOOTPRINTS);
}

function valuesOf(query: URLSearchParams, name: string): readonly string[] | undefined {
  const values = query.getAll(name);
  if (values.length > MOST_VALUES)
    throw new PactError(400, 'BadRequest', `\`${name}\` has more than ${MOST_VALUES} values.`);
  return values.length === 0 ? undefined : values;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

function timeOf(query: URLSearchParams, name: string): Date | undefined {
  const text = query.get(name);
  // A plus sign that is not percent-encoded is read as a space.
  return text === null ? undefined : dateTimeIn(text.replace(' ', '+'), name);
}

/** A time of RFC 3339; PACT's own examples leave the seconds out. */
export function dateTimeIn(text: string, name: string): Date {
  const time = new Date(text);
  if (!DATE_TIME.test(text) || Number.isNaN(time.getTime()))
    throw new PactError(
      400,
      'BadRequest',
      `\`${name}\` is a time of RFC 3339, such as 2026-01-31T00:00:00Z.`,
    );
  return time;
}
