import { momentOf } from '../../rules/values/moment.ts';
import type { FootprintFilter } from './model.ts';
import type { Criteria } from './request-store.ts';
import { unstorableIn } from './unstorable.ts';

/** Values of one criterion. */
export const MOST_VALUES = 100;

/** The filter that criteria of a RequestCreated event make. A malformed criterion is a `CriteriaProblem`. */
export function filterOfCriteria(criteria: Criteria): FootprintFilter {
  return {
    productIds: textsIn(criteria, 'productId'),
    companyIds: textsIn(criteria, 'companyId'),
    geographies: textsIn(criteria, 'geography'),
    classifications: textsIn(criteria, 'classification'),
    ...withoutUndefined({ statuses: textsIn(criteria, 'status') }),
    validOn: timeIn(criteria, 'validOn'),
    validAfter: timeIn(criteria, 'validAfter'),
    validBefore: timeIn(criteria, 'validBefore'),
  };
}

/** The reason why criteria cannot be read. */
export class CriteriaProblem extends Error {}

function textsIn(criteria: Criteria, name: string): readonly string[] | undefined {
  const value = criteria[name];
  if (value === undefined || value === null) return undefined;
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (!isTexts || value.length > MOST_VALUES)
    throw new CriteriaProblem(`\`${name}\` is a list of at most ${MOST_VALUES} texts.`);
  if (unstorableIn(value) !== undefined) throw new CriteriaProblem(`\`${name}\` has a null byte.`);
  return value.length === 0 ? undefined : value;
}

function timeIn(criteria: Criteria, name: string): Date | undefined {
  const value = criteria[name];
  if (value === undefined || value === null) return undefined;
  return dateTimeOf(String(value), name);
}

/** A time of RFC 3339, whose T and Z may be small; PACT's own examples leave the seconds out. */
function dateTimeOf(text: string, name: string): Date {
  const time = momentOf(text.toUpperCase());
  if (time !== undefined) return time;
  throw new CriteriaProblem(`\`${name}\` is a time of RFC 3339, such as 2026-01-31T00:00:00Z.`);
}

function withoutUndefined(filter: FootprintFilter): FootprintFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
