import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { service, world } from '../http/world.ts';
import { freePort } from '../server-process.ts';

/** The examples of the SDK's README run as they are printed, each as a program of its own. */

const README = readFileSync(join(import.meta.dirname, '../../sdk/README.md'), 'utf8');
const [identity = '', refusal = '', pages = '', receiver = ''] = [
  ...README.matchAll(/```ts\n(.*?)```/gs),
].map(([, code]) => code ?? '');
// Inside the tree, so that @trackway/sdk resolves; `dist` is ignored by the linter and by git.
mkdirSync(join(import.meta.dirname, 'dist'), { recursive: true });
const folder = mkdtempSync(join(import.meta.dirname, 'dist/readme-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { key, send } = await world({ environment: 'SANDBOX' });

type Running = {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly stop: () => void;
};

function run(name: string, code: string, env: Readonly<Record<string, string>> = {}): Running {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, code);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, TRACKWAY_API_KEY: key, TRACKWAY_BASE_URL: service.url, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  after(() => child.kill());
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { output: () => text, ended, stop: () => child.kill() };
}

test('the first example prints the tier of the key', async () => {
  const { output, ended } = run('identity', identity);
  assert.equal(await ended, 0, output());
  assert.equal(output().trim(), 'FREE');
});

test('the second example prints code, problems and request id of a refusal', async () => {
  const { output, ended } = run('refusal', refusal);
  assert.equal(await ended, 0, output());
  assert.match(output(), /^BAD_USER_INPUT\ninput\.netMassKg .+\nreq_\w+\n$/);
});

test('the third example prints the name of every product, over several pages', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `Lamp ${at}`);
  for (const batch of [names.slice(0, 40), names.slice(40, 80), names.slice(80)]) {
    const fields = batch.map(
      (name, at) => `p${at}: createProduct(input: { name: "${name}" }) { product { id } }`,
    );
    assert.deepEqual((await send(`mutation { ${fields.join('\n')} }`)).errors, []);
  }
  const { output, ended } = run('pages', pages);
  assert.equal(await ended, 0, output());
  assert.deepEqual(output().trim().split('\n'), names);
});

test('the receiver accepts a signed delivery with its type, and refuses a changed one', async () => {
  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;
  const port = await freePort();
  const { output } = run('receiver', receiver, {
    PORT: `${port}`,
    WEBHOOK_SECRET: secret,
  });
  const data = { orderId: 'ord_1', total: { amount: '149.00', currencyCode: 'EUR' } };
  const body = JSON.stringify({ id: 'evt_1', type: 'order.confirmed', data });
  const deliver = (sent: string) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', 'a secret of this test')
      .update(`evt_1.${timestamp}.${body}`)
      .digest('base64');
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': `v1,${digest}`,
    };
    return fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent });
  };
  assert.equal((await retried(() => deliver(body))).status, 204, output());
  assert.equal((await deliver(`${body} `)).status, 400);
  assert.equal(output(), 'ord_1 149.00\n');
});

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await sleep(50);
    }
  }
}
