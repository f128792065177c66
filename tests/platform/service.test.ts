import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataFolder } from '../../server/src/platform/database/embedded/data-lock.ts';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { until } from '../../server/src/platform/testing.ts';
import { type Answer, at, clientOf, codesOf, exchange } from '../http/client.ts';
import { startedDatabase } from '../http/service.ts';
import { cpuUsOfTree } from '../performance/cpu.ts';
import { seededFolder } from '../seeded-folder.ts';
import {
  endProcess,
  freePort,
  runCli,
  type ServerProcess,
  spawnNode,
  startServer,
} from '../server-process.ts';
import { postmasterPid } from './kills.ts';
import { startTogether } from './start-together.ts';

/**
 * The life of a service: one data folder, started, stopped and killed again and again. A start takes seconds of
 * CPU time, so the tests follow each other and share the service that runs.
 */
const { dataFolder, first } = await seededFolder();
after(() => rm(dataFolder, { recursive: true, force: true }));
const postmasterFile = join(dataFolder, 'postgres/postmaster.pid');

const CREATE_ORGANIZATION = ['organizations', 'create', '--tier', 'GROWTH', '--name', 'One'];
const CREATE_KEY = 'keys create --organization Demo --environment sandbox --name test'.split(' ');

/** Only the command line migrates it: it has no organization at the first start, nor after that of a worker. */
const withoutOrganizations = {
  DATABASE_URL: await emptyTestDatabase(),
  TRACKWAY_SECRET: 'x'.repeat(32),
};

let running: ServerProcess;
let keys: readonly [string, string];

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  running = await startServer({ dataFolder, env });
}

test('starts from nothing', () => {
  assert.match(first.output, /Creating the database/);
  assert.match(first.output, new RegExp(` http://localhost:${first.port}/graphql`));
});

test('the request that the first start prints is answered with a footprint', () => {
  const { errors, data } = first.answer;
  assert.deepEqual(errors, []);
  const co2eKg = at(data ?? undefined, 'calculateProductFootprint', 'calculation', 'co2eKg');
  assert.ok(Number(co2eKg) > 0, String(co2eKg));
});

test('the command line works without a service, also two commands at a time', async () => {
  const env = { TRACKWAY_DATA: dataFolder };
  const [one, other] = await Promise.all([runCli(CREATE_KEY, env), runCli(CREATE_KEY, env)]);
  assert.deepEqual([one.code, other.code], [0, 0], one.stderr + other.stderr);
  assert.notEqual(one.stdout, other.stdout);
  keys = [one.stdout.trim(), other.stdout.trim()];
  assert.equal(existsSync(postmasterFile), false, 'the database ran for the commands only');
});

test('starts again in less than half the CPU time of the first start, with what it has', async () => {
  await start();
  const cpuUs = cpuUsOfTree(running.child.pid ?? 0);
  // It is ready a moment before it says so.
  await until(() => running.output().includes('Trackway answers'));
  assert.doesNotMatch(running.output(), /Creating the database|Loaded|shown this once/);
  assert.ok(cpuUs < first.cpuUs / 2, `${cpuUs} µs after a first start of ${first.cpuUs} µs`);
});

test('refuses a second service on the same data folder and says what runs there', async () => {
  await assert.rejects(startServer({ dataFolder }), (error) => {
    assert.ok(error instanceof Error);
    const { pid } = running.child;
    assert.match(error.message, new RegExp(`runs there as process ${pid} since 20\\d\\d-`));
    assert.match(error.message, new RegExp(`answers at http://localhost:${running.port}`));
    return true;
  });
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200, 'the first goes on');
});

test('says which port is taken', async () => {
  const second = startServer({ env: { ...(await startedDatabase()), PORT: String(running.port) } });
  await assert.rejects(second, new RegExp(`Port ${running.port} is taken`));
});

test('a taken port is found before a database is made, also by several processes', async () => {
  const folder = `${dataFolder}-taken`;
  for (const processes of ['1', '2']) {
    const env = { PORT: String(running.port), TRACKWAY_PROCESSES: processes };
    await assert.rejects(
      startServer({ dataFolder: folder, env }),
      new RegExp(`Port ${running.port} is taken`),
    );
    assert.equal(existsSync(join(folder, 'postgres')), false, `${processes} processes`);
  }
  await rm(folder, { recursive: true, force: true });
});

test('a first start that cannot listen makes no organization, whose keys nobody would see', async () => {
  const first = startServer({ env: { ...withoutOrganizations, PORT: String(running.port) } });
  await assert.rejects(first, new RegExp(`Port ${running.port} is taken`));
  const folder = `${dataFolder}-other`;
  const env = { ...withoutOrganizations, TRACKWAY_DATA: folder };
  const { stdout, stderr } = await runCli(['organizations', 'list', '--json'], env);
  await rm(folder, { recursive: true, force: true });
  assert.equal(stdout, '[]\n', stderr);
});

test('the command line works while a service runs, and plans its upgrade', async () => {
  const env = { TRACKWAY_DATA: dataFolder };
  const [made, planned] = await Promise.all([
    runCli(CREATE_ORGANIZATION, env),
    runCli(['migrate', '--plan'], env),
  ]);
  assert.equal(made.code, 0, made.stderr);
  assert.equal(planned.stdout, 'The database is up to date.\n', planned.stderr);
});

test('starts the database again when it dies; a mutation that comes meanwhile is carried out once', async () => {
  const database = postmasterPid(dataFolder);
  const input = '{ name: "while the database was down", idempotencyKey: "while-it-was-down" }';
  const query = `mutation { createProduct(input: ${input}) { product { id } } }`;
  const asked: RequestInit = {
    method: 'POST',
    headers: { 'X-API-Key': keys[0], 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  };
  process.kill(database, 'SIGKILL');
  await until(async () => {
    const answer = await fetch(`${running.url}/sandbox/graphql`, asked);
    const text = await answer.text();
    if (answer.status === 200 && !text.includes('"errors"')) return true;
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2'], text);
    return false;
  });
  assert.notEqual(postmasterPid(dataFolder), database);
  assert.match(running.output(), /The database ended by itself; starting it again/);
  const { data } = await clientOf(`${running.url}/sandbox/graphql`, keys[0]).send(
    '{ products(filter: { text: "while the database was down" }) { totalCount } }',
  );
  assert.deepEqual(data, { products: { totalCount: 1 } }, 'written once, by whichever request');
});

test('a frozen database costs a request its 15 s at most, /readyz nothing, and writes nothing late', async () => {
  const [first, second] = keys;
  const endpoint = `${running.url}/sandbox/graphql`;
  const known = clientOf(endpoint, first);
  const create = (name: string) =>
    known.send(`mutation { createProduct(input: { name: "${name}" }) { product { id } } }`);
  const count = async () =>
    textOf(await known.send('{ products(filter: { text: "frozen" }) { totalCount } }'));
  const createdAt = performance.now();
  assert.deepEqual((await create('frozen before')).errors, []);
  const before = await count();
  // The promises are times of a clock; on a busy machine timers and answers are late.
  const lateMs = 500 + 20 * (performance.now() - createdAt);
  const processes = databaseProcesses();
  const startedAt = performance.now();
  const timed = async <Answer>(asked: Promise<Answer>) => {
    const answer = await asked;
    return { answer, ms: performance.now() - startedAt };
  };
  const bulk = `${running.url}/sandbox/bulk/job_01jz0000000000000000000000/result`;
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    const unready = until(async () => {
      const askedAt = performance.now();
      const { status } = await fetch(`${running.url}/readyz`);
      const ms = performance.now() - askedAt;
      assert.ok(ms < 1_000 + lateMs, `/readyz after ${ms} ms`);
      return status === 503;
    });
    const [ready, healthy, ...others] = await Promise.all([
      timed(unready),
      timed(fetch(`${running.url}/healthz`)),
      timed(clientOf(endpoint, second).send('{ me { id } }')),
      timed(known.send('{ products { totalCount } }')),
      timed(create('frozen meanwhile')),
      timed(exchange(bulk, { headers: { 'X-API-Key': first } })),
    ]);
    assert.equal(healthy.answer.status, 200);
    assert.ok(ready.ms < 5_000 + lateMs, `503 after ${ready.ms} ms`);
    for (const { answer, ms } of others) {
      // UNAVAILABLE after 5 s if no connection was free at that moment: a new one cannot be made.
      assert.match(codesOf(answer).join(), /^(TIMEOUT|UNAVAILABLE)$/);
      assert.ok(ms < 15_000 + lateMs, `answered after ${ms} ms`);
    }
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  assert.equal(await count(), before);
  await until(async () => (await fetch(`${running.url}/readyz`)).status === 200);
});

function databaseProcesses(): number[] {
  const pid = postmasterPid(dataFolder);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.map(Number)];
}

function textOf({ data }: Pick<Answer, 'data'>): string {
  return JSON.stringify(data);
}

test('continues after kill -9 of the service, also when the database outlived it', async () => {
  const database = postmasterPid(dataFolder);
  process.kill(database, 'SIGSTOP');
  await endProcess(running.child, 'SIGKILL');
  // Stopped, the database does not notice the end of its service; continued, it is a leftover.
  const starting = start();
  await sleep(200);
  process.kill(database, 'SIGCONT');
  await starting;
  assert.notEqual(postmasterPid(dataFolder), database);
});

test('answers a request under way before it stops, and stops once however often it is signalled', async () => {
  const [key] = keys;
  const socket = connect(running.port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'connect');
  const body = JSON.stringify({ query: '{ __typename }' });
  socket.write(
    `POST /sandbox/graphql HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // The service asks for the body: the request is under way.
  await until(async () => answer.includes('100 Continue'));
  running.child.kill('SIGTERM');
  running.child.kill('SIGINT');
  await until(async () => running.output().includes('Stopping'));
  socket.write(body.slice(5));
  const code = await running.stop();
  assert.match(answer, /"__typename":"Query"/);
  assert.equal(code, 0);
});

test('ignores a lock file whose process id belongs to another program', async () => {
  const lines = [
    process.pid,
    join(dataFolder, 'postgres'),
    1_700_000_000,
    5432,
    '/tmp/nowhere',
    '',
    '',
    'ready',
  ];
  writeFileSync(postmasterFile, `${lines.join('\n')}\n`);
  await start({ TRACKWAY_LAME_DUCK_SECONDS: '300' });
  assert.notEqual(postmasterPid(dataFolder), process.pid);
});

test('at SIGTERM it is not ready first, answers all else for the stated time, and then stops cleanly', async () => {
  const sockets = readFileSync(postmasterFile, 'utf8').split('\n')[4] ?? '';
  assert.ok(existsSync(sockets));
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(`${running.url}${path}`, { method })).status;
  running.child.kill('SIGTERM');
  await until(async () => (await statusOf('/readyz')) === 503);
  assert.deepEqual([await statusOf('/healthz'), await statusOf('/graphql', 'POST')], [200, 401]);
  // A second signal does not wait any longer.
  assert.equal(await running.stop(), 0);
  assert.match(running.output(), /Leaving: /);
  assert.equal(existsSync(sockets), false, 'nothing is left in the temporary folder');
  assert.equal(existsSync(postmasterFile), false, 'the database is stopped');
});

test('says all that is wrong with the environment at once', async () => {
  const env = {
    PORT: 'http',
    TRACKWAY_DTA: '/tmp',
    DATABASE_URL: 'mysql://root:secret@localhost/x',
  };
  await assert.rejects(startServer({ env }), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, /PORT must be a port/);
    assert.match(error.message, /TRACKWAY_DTA is not a setting/);
    assert.match(error.message, /DATABASE_URL must begin with postgres:\/\//);
    assert.doesNotMatch(error.message, /secret@/);
    return true;
  });
});

test('says that it cannot live in a data folder', async () => {
  const file = join(dataFolder, 'no-folder');
  writeFileSync(file, '');
  const inFile = startServer({ dataFolder: file });
  await assert.rejects(inFile, /The data folder .*no-folder cannot be used: EEXIST/);
  const elsewhere = startServer({ dataFolder: file, env: await startedDatabase() });
  await assert.rejects(elsewhere, /The data folder .*no-folder cannot be used: EEXIST/);
  // The lock is what a service takes first.
  const inProc = lockDataFolder('/proc/nope', 'service');
  await assert.rejects(inProc, /The data folder \/proc\/nope cannot be used: ENOENT/);
});

test(
  'two services that start at the same moment on an empty database of the operator both come up',
  startTogether,
);

test('a worker answers health checks and has no API, and leaves the first access to a process with it', async () => {
  const env = { ...withoutOrganizations, TRACKWAY_ROLE: 'worker' };
  const folder = join(dataFolder, 'of-worker');
  const server = await startServer({ dataFolder: folder, env });
  assert.ok(existsSync(folder), 'its free space is watched, although the database is elsewhere');
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(`${server.url}${path}`, { method })).status;
  assert.deepEqual(
    await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => statusOf(path))),
    [200, 200, 200],
  );
  assert.equal(await statusOf('/graphql', 'POST'), 404);
  assert.equal(await statusOf('/bulk/job_01jz0000000000000000000000', 'PUT'), 404);
  assert.match(server.output(), /Trackway runs jobs/);
  assert.doesNotMatch(server.output(), /invite|sk_live/);
  assert.equal(await server.stop(), 0);
});

test('refuses a database whose keys were made under another secret', async () => {
  const { DATABASE_URL } = await startedDatabase();
  const another = startServer({ env: { DATABASE_URL } });
  await assert.rejects(another, /made under another secret: set TRACKWAY_SECRET/);
});

test('waits for a database of the operator that does not answer, and says so', async () => {
  const url = `postgresql://nobody@127.0.0.1:${await freePort()}/nothing`;
  const child = spawnNode(['server/src/main.ts'], { env: { DATABASE_URL: url } });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await until(() => /DATABASE_URL cannot be used: .*ECONNREFUSED.* Waiting/.test(printed));
  assert.equal(child.exitCode, null);
  await endProcess(child, 'SIGKILL');
});
