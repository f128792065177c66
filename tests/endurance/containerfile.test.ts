import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { startServer } from '../server-process.ts';

/**
 * The Containerfile without a container engine: its steps on the committed files, in a plain folder; then the
 * service as another user, who may write nothing of it.
 */

const ROOT = join(import.meta.dirname, '../..');
/** nobody: PostgreSQL wants a user that exists, as the image makes one. */
const USER = 65_534;
const isRoot = process.getuid?.() === 0;

/** Commands of the stage that builds, after the packages of its system. */
function buildSteps(): string[] {
  const containerfile = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
  const [, build = ''] = /^COPY \. \.$([\s\S]*?)^FROM /m.exec(containerfile) ?? [];
  return [...build.matchAll(/^RUN (.+)$/gm)].map(([, command = '']) => command);
}

test('the steps of the Containerfile give a service that runs read-only as another user', {
  skip: !isRoot && 'needs root to become another user',
}, async () => {
  const folder = await temporaryFolder('image');
  await chmod(folder, 0o755);
  const app = join(folder, 'app');
  await mkdir(app);
  execFileSync('sh', ['-c', 'git -C "$0" archive HEAD | tar -x -C "$1"', ROOT, app]);
  const steps = buildSteps();
  assert.equal(steps.length, 4);
  for (const step of steps)
    execFileSync('sh', ['-euc', step], { cwd: app, stdio: 'pipe', maxBuffer: 2 ** 26 });

  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  await chown(dataFolder, USER, USER);
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  chmodSync(temporary, 0o1777);
  const user = `--reuid=${USER} --regid=${USER} --clear-groups --no-new-privs --bounding-set=-all`;
  const server = await startServer({
    root: app,
    dataFolder,
    prefix: ['setpriv', ...user.split(' ')],
    // Its own places: those of the test run are of another user.
    env: {
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: join(temporary, 'compiled'),
      TRACKWAY_RECORD_STATEMENTS: join(temporary, 'statements.jsonl'),
    },
  });
  assert.equal((await fetch(`${server.url}/`)).status, 200);
  assert.equal((await fetch(`${server.url}/docs`)).status, 200);
  assert.doesNotMatch(server.output(), /Building the dashboard|Installing|EACCES|EROFS/);
  const health = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
  const [, script = ''] = /HEALTHCHECK.*"-e", "(.+)"\]/.exec(health) ?? [];
  execFileSync(join(app, 'bin/node'), ['-e', script], {
    env: { ...process.env, PORT: String(server.port) },
  });
  assert.equal(await server.stop(), 0);
});
