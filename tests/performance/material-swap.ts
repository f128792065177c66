import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, runCli, startServer } from '../server-process.ts';
import { ask, fill, peakMemoryMb } from './catalogue.ts';
import type { Table } from './table.ts';

const MOST_PRODUCTS = 100_000;

type Progress = {
  readonly data: {
    readonly scenario: { readonly state: string; readonly error: string | null } | null;
  };
};

/** Another material in every product of a catalogue, as a scenario through the API: BASIC and FULL. */
export async function materialSwapBenchmarks(rows: number): Promise<Table[]> {
  const products = Math.min(rows, MOST_PRODUCTS);
  return [await swapIn(products, 100), await swapIn(products, products)];
}

/** A hundred masses are products that repeat, such as the colours of an article; else each is another one. */
async function swapIn(products: number, masses: number): Promise<Table> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-material-swap-'));
  const server = await startServer({ dataFolder });
  try {
    const of = ['--organization', 'Demo', '--environment', 'live', '--tier', 'GROWTH'];
    const env = { TRACKWAY_DATA: dataFolder };
    const { stdout } = await runCli(['keys', 'create', ...of, '--name', 'benchmark'], env);
    const key = stdout.trim();
    await fill(dataFolder, products, masses);
    const lines: (string | number)[][] = [];
    for (const detail of ['BASIC', 'FULL']) {
      const startedAt = performance.now();
      await ask(
        server,
        key,
        `mutation {
          createScenario(input: { externalId: "${detail}", name: "Swap", catalogue: {}, detail: ${detail},
            overrides: [{ select: { material: "glass" }, swapMaterial: { material: "PET", massRatio: 0.1 } }] }) { scenario { id } }
          runScenario(input: { externalId: "${detail}" }) { scenario { id } }
        }`,
      );
      await untilCompleted(() =>
        ask(server, key, `{ scenario(externalId: "${detail}") { state error } }`),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      const perProductMs = ((seconds * 1000) / products).toFixed(3);
      lines.push([detail, seconds.toFixed(1), perProductMs, peakMemoryMb(server)]);
    }
    return {
      title: `A material swap in ${products.toLocaleString('en')} products of ${masses.toLocaleString('en')} different bills through the API`,
      columns: ['detail', 'seconds', 'ms a product', 'peak memory MB'],
      rows: lines,
      notes: [
        'From createScenario to COMPLETED; every product is calculated before and after, and written.',
        'Target of the design: 5 s for 100,000 products.',
      ],
    };
  } finally {
    await endProcess(server.child, 'SIGTERM');
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function untilCompleted(read: () => Promise<Progress>): Promise<void> {
  for (;;) {
    const { scenario } = (await read()).data;
    if (scenario === null || scenario.state === 'FAILED') {
      throw new Error(`The scenario failed: ${scenario?.error ?? 'it is gone'}`);
    }
    if (scenario.state === 'COMPLETED') return;
    await sleep(100);
  }
}
