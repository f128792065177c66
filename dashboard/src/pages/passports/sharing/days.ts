const DAY_MS = 86_400_000;

/** The day some days ahead, as inputs of dates have it. */
export function daysAhead(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The last moment of a day in UTC. */
export function endOfDay(day: string | undefined): string {
  return `${day ?? daysAhead(0)}T23:59:59Z`;
}
