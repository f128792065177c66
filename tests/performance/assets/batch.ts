import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gtinOf } from '../../gtin.ts';
import {
  at,
  type Client,
  clientOf,
  dataOf,
  mutationText,
  sendForId,
  textAt,
} from '../../http/client.ts';
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

    const rows: Table['rows'][number][] = [];
    for (const format of ['SVG', 'PNG']) rows.push(await measured(client, server, format, count));
    return {
      title: `A batch of ${count.toLocaleString('en')} labels through the API`,
      columns: [
        ...['format', 'labels', 'seconds', 'CPU seconds of the service', 'labels/s'],
        ...['memory before MB', 'peak memory MB'],
      ],
      rows,
      notes: [
        'Each label is read, drawn, checked, stored as a file and written with its event. PNG at 300 dpi. The memory is that of',
        'the whole service, which has written the products before.',
      ],
    };
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function measured(
  client: Client,
  server: ServerProcess,
  format: string,
  count: number,
): Promise<Table['rows'][number]> {
  const pid = server.child.pid ?? 0;
  // The peak begins again from the memory of now.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const memoryBefore = memoryMb(pid, 'VmRSS');
  const [cpuBefore, startedAt] = [cpuUsOf(pid), performance.now()];
  const id = await sendForId(client, 'generateAssets', 'batch', {
    kind: 'CARBON_LABEL',
    locale: 'en',
    format,
    filter: { text: 'Labelled' },
  });
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
  const cpuSeconds = (cpuUsOf(pid) - cpuBefore) / 1e6;
  return [
    format,
    count,
    seconds.toFixed(1),
    cpuSeconds.toFixed(1),
    Math.round(count / seconds),
    memoryBefore,
    memoryMb(pid, 'VmHWM'),
  ];
}

function memoryMb(pid: number, line: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
