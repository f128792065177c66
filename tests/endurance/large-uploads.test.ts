import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf, type Json, textAt } from '../http/client.ts';
import { runCli, startServer } from '../server-process.ts';

/** Files of factors that are held whole while they are read, close to the largest upload of the type. */

const MEGABYTES = 120;
const CEILING_MB = 600;

function repeated(text: string): string {
  return text.repeat((MEGABYTES * 1024 ** 2) / text.length);
}

const FACTOR = {
  name: 'Crop',
  unit: 'kg',
  co2eKgPerUnit: 1.5,
  geography: 'FR',
  source: 'x'.repeat(200),
};
const FILES: Readonly<Record<string, () => string>> = {
  JSON: () => `[${repeated(`${JSON.stringify(FACTOR)},`)}0]`,
  PCF: () =>
    repeated(`${JSON.stringify({ specVersion: '3.0.0', pcf: { values: Array(100).fill(1) } })}\n`),
  SIMAPRO_CSV: () => `{SimaPro 9}\n${repeated('a;b;c\n')}`,
};

const IMPORT =
  'mutation ($input: BulkImportInput!) { bulkImport(input: $input) { job { id uploadUrl } } }';
const HAS_ENDED: ReadonlySet<Json> = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);

test('the largest files of factors take neither the memory nor the event loop of the service', async (t) => {
  const { url, child, dataFolder, stop } = await startServer();
  const words = ['keys', 'create', '--organization', 'Demo', '--environment', 'live'];
  const { stdout } = await runCli([...words, '--tier', 'GROWTH', '--name', 'k'], {
    TRACKWAY_DATA: dataFolder,
  });
  const key = stdout.trim();
  const client = clientOf(`${url}/graphql`, key);
  const healthzMs = async () => {
    const began = performance.now();
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    return performance.now() - began;
  };
  for (const [format, make] of Object.entries(FILES)) {
    const factorSet = {
      name: format,
      version: '1',
      licence: 'proprietary',
      attribution: 'Ours',
      format,
    };
    const made = await client.send(IMPORT, { input: { type: 'FACTORS', factorSet } });
    const id = textAt(made, 'bulkImport', 'job', 'id');
    const sent = await fetch(textAt(made, 'bulkImport', 'job', 'uploadUrl'), {
      method: 'PUT',
      headers: { 'X-API-Key': key },
      body: make(),
    });
    assert.equal(sent.status, 200, await sent.text());
    let longestMs = 0;
    for (let state: Json = 'RUNNING'; !HAS_ENDED.has(state); ) {
      longestMs = Math.max(longestMs, await healthzMs());
      await sleep(5);
      const asked = await client.send('query ($id: ID!) { bulkJob(id: $id) { state } }', { id });
      state = textAt(asked, 'bulkJob', 'state');
    }
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const mostMb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    t.diagnostic(`${format}: ${mostMb.toFixed(0)} MB, /healthz ${longestMs.toFixed(0)} ms at most`);
    assert.ok(mostMb < CEILING_MB, `${format}: ${mostMb} MB`);
  }
  await stop();
});
