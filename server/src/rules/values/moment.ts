import { isDay } from './day.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** PostgreSQL has no year 0, and JavaScript writes years of five digits in a form that PostgreSQL does not read. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The moment that a text of ISO 8601 with a time zone names, in the years 1 to 9999 of UTC; undefined for another text. */
export function momentOf(text: string): Date | undefined {
  if (!MOMENT.test(text) || !isDay(text.slice(0, 'YYYY-MM-DD'.length))) return undefined;
  const ms = Date.parse(text);
  return ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : undefined;
}
