import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BLOCK_SIZE, MonteCarloTally } from '../../../engine/src/system/index.ts';

const WORKERS = 2;

/**
 * 1,000 iterations of the background system on two workers, each taking the next block when it
 * has delivered one. Milliseconds from the first block sent to the last statistic.
 */
export async function timeSystemMonteCarlo(feedbackShare: number, indicatorCount = 16) {
  const workers = Array.from({ length: WORKERS }, () => {
    return new Worker(new URL('./monte-carlo-worker.ts', import.meta.url), {
      workerData: feedbackShare,
    });
  });
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const options = { seed: 1, iterations: 1000, stopsEarly: false };
  const tally = new MonteCarloTally(indicatorCount, options);
  const start = performance.now();
  let next = 0;
  await Promise.all(
    workers.map(async (worker) => {
      while (next < tally.blockCount) {
        const block = next++;
        worker.postMessage(tally.blockRange(block));
        const [samples]: unknown[] = await once(worker, 'message');
        if (samples instanceof Float64Array) tally.add(block, samples);
      }
    }),
  );
  const result = tally.finish();
  const ms = performance.now() - start;
  await Promise.all(workers.map((worker) => worker.terminate()));
  if (result.outcome !== 'COMPLETED') throw new Error(`Blocks of ${BLOCK_SIZE} went missing.`);
  return { ms, result };
}
