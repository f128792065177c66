const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** True for a day of the calendar as ISO 8601 text, from the year 1 on. A day that does not exist (2026-02-30) rolls over and comes back different. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
