import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gtinOf } from '../../gtin.ts';
import { at, clientOf, dataOf, mutationText, textAt } from '../../http/client.ts';
import { runCli, type ServerProcess, startServer } from '../../server-process.ts';
import { cpuUsOf } from '../cpu.ts';
import type { Table } from '../table.ts';

const WRITERS = 8;
const POLL_MS = 200;

/** A batch of labels of products with a footprint each, through the API. */
export async function batchBenchmark(count: number): Promise<Table> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-labels-'));
  const env = { TRACKWAY_DATA: dataFolder };
  const server = await startServer({ dataFolder });
  try {
    await runCli(['organizations', 'create', '--name', 'Labels', '--tier', 'ENTERPRISE'], env);
    await runCli(['organizations', 'set', 'Labels', '--requests-per-minute', '10000000'], env);
    const of = ['--organization', 'Labels', '--environment', 'live'];
    const { stdout } = await runCli(['keys', 'create', ...of, '--name', 'benchmark'], env);
    const client = clientOf(`${server.url}/graphql`, stdout.trim());
    const create = mutationText('createProduct', 'product { id }');
    const calculate = mutationText('calculateProductFootprint', 'calculation { id }');
    let made = 0;
    const write = async (): Promise<void> => {
      for (let number = made++; number < count; number = made++) {
        const components = [{ name: 'Body', material: 'cotton', massKg: 0.1 + number / count }];
        const input = { name: `Labelled ${number}`, gtin: gtinOf(number), components };
        const productId = textAt(
          await client.send(create, { input }),
          'createProduct',
          'product',
          'id',
        );
        dataOf(await client.send(calculate, { input: { productId } }));
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));

    const [cpuBefore, startedAt] = [cpuUsOf(server.child.pid ?? 0), performance.now()];
    const asked = await client.send(mutationText('generateAssets', 'batch { id }'), {
      input: { kind: 'CARBON_LABEL', locale: 'en', filter: { text: 'Labelled' } },
    });
    const id = textAt(asked, 'generateAssets', 'batch', 'id');
    const document =
      'query ($id: ID!) { assetBatch(id: $id) { state failedCount results(first: 1) { nodes { problems } } } }';
    for (;;) {
      const batch = at(dataOf(await client.send(document, { id })), 'assetBatch') ?? null;
      if (at(batch, 'state') === 'COMPLETED') {
        if (at(batch, 'failedCount') !== 0)
          throw new Error(`Labels failed: ${JSON.stringify(batch)}`);
        break;
      }
      if (at(batch, 'state') === 'FAILED') throw new Error('The batch failed.');
      await sleep(POLL_MS);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = (cpuUsOf(server.child.pid ?? 0) - cpuBefore) / 1e6;
    return {
      title: `A batch of ${count.toLocaleString('en')} labels (SVG) through the API`,
      columns: ['labels', 'seconds', 'CPU seconds of the service', 'labels/s', 'peak memory MB'],
      rows: [
        [
          count,
          seconds.toFixed(1),
          cpuSeconds.toFixed(1),
          Math.round(count / seconds),
          peakMemoryMb(server),
        ],
      ],
      notes: ['Each label is read, drawn, checked, stored as a file and written with its event.'],
    };
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

function peakMemoryMb({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
