import type { Table } from '../table.ts';
import { batchBenchmark } from './batch.ts';
import { renderBenchmark } from './render.ts';

/** Labels in one thread compared with peers, and a batch of at most 10,000 through the service. */
export async function assetBenchmarks(options: {
  readonly seconds: number;
  readonly rows: number;
}): Promise<Table[]> {
  const rendered = await renderBenchmark(options.seconds);
  return [rendered, await batchBenchmark(Math.min(options.rows, 10_000))];
}
