import { PactError } from './pact-errors.ts';

const DEFAULT_LIMIT = 20;
const MOST_FOOTPRINTS = 100;

/**
 * The criteria of ListFootprints (PACT 3.0, Filtering), whose example writes `productid` and `validon` too. Parameters that it does
 * not name are ignored, and so are empty values: the conformance tests of PACT send `classification=` when no footprint has one,
 * and expect all footprints.
 */
export function criteriaOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const lists = ['productId', 'companyId', 'geography', 'classification', 'status'];
  const times = ['validOn', 'validAfter', 'validBefore'];
  return Object.fromEntries([
    ...lists.map((name) => [name, valuesOf(query, name)]),
    // A plus sign that is not percent-encoded is read as a space.
    ...times.map((name) => [name, valuesOf(query, name)[0]?.replace(' ', '+')]),
  ]);
}

function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return [...query].flatMap(([given, value]) =>
    value !== '' && given.toLowerCase() === wanted ? [value] : [],
  );
}

/** Footprints of a page: at most as many as asked for, and never more than a page can have. */
export function limitOf(query: URLSearchParams): number {
  const text = query.get('limit');
  if (text === null) return DEFAULT_LIMIT;
  if (!/^\d+$/.test(text))
    throw new PactError(400, 'BadRequest', '`limit` is a whole number of at least 0.');
  return Math.min(Number(text), MOST_FOOTPRINTS);
}
