/**
 * `npm run test:endurance -- --share 0.05` runs one twentieth of all rounds, at least one of each kind: it
 * shows in minutes that the files work.
 */
export const ENDURANCE_SHARE = 'ENDURANCE_SHARE';

/** The rounds of a test in this run. */
export function roundsOf(all: number): number {
  return Math.max(1, Math.ceil(all * Number(process.env[ENDURANCE_SHARE] ?? 1)));
}
