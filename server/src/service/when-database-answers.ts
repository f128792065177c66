import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseGone } from '../platform/database/index.ts';
import { OperatorError } from '../platform/operator-error.ts';

const WAIT_MS = 60_000;
const TRY_AGAIN_MS = 1_000;

/** Starts again while the database of DATABASE_URL is away, as during a failover, for a minute at most. */
export async function whenDatabaseAnswers<Started>(
  start: () => Promise<Started>,
  {
    onProgress = () => {},
    waitForDatabaseMs = WAIT_MS,
  }: {
    readonly onProgress?: (line: string) => void;
    readonly waitForDatabaseMs?: number;
  },
): Promise<Started> {
  const untilMs = performance.now() + waitForDatabaseMs;
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      return await start();
    } catch (error) {
      const outage = outageOf(error);
      if (outage === undefined) throw error;
      const sentence = `The database of DATABASE_URL cannot be used: ${outage.message || outage.name}.`;
      if (performance.now() > untilMs) throw new OperatorError(sentence, { cause: outage });
      if (!isWaiting) onProgress(`${sentence} Waiting until it answers …`);
      await sleep(TRY_AGAIN_MS);
    }
  }
}

/** The error of a database that is away, also within the one that was made of it. */
function outageOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return isDatabaseGone(error) ? error : outageOf(error.cause);
}
