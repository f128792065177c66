import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrations } from '../../server/src/platform/database/migrate.ts';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { LAST_OF_FIRST_RELEASE } from '../architecture/expand-only.ts';
import { startBalancer } from '../balancer.ts';
import { visit } from '../platform/soak.ts';
import { runCli } from '../server-process.ts';
import { seededClient, sharedServices } from '../shared-services.ts';
import { roundsOf } from './share.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENTS = 3;
/** Rounds of a client, of eleven requests each, at every stage of the upgrade. */
const ROUNDS = roundsOf(100);

test('an upgrade with a migration breaks no request of the version before', async (t) => {
  const before = await commitBeforeMigration();
  if (before === undefined)
    return t.skip('no migration, or no history that shows what was before it');
  const root = await checkOut(before);
  const services = await sharedServices(await emptyTestDatabase());
  after(() => rm(services.dataFolder, { recursive: true, force: true }));
  const balancer = await startBalancer();
  after(balancer.stop);
  const old = await services.start(root);
  await balancer.add(old.url);
  const client = await seededClient(old, services, balancer.url, root);

  let isOver = false;
  const done = Array.from({ length: CLIENTS }, () => 0);
  const clients = done.map(async (_, number) => {
    for (let round = 0; !isOver; round += 1) {
      for await (const tookMs of visit(client, `${number}-${round}`)) await sleep(tookMs / 2);
      done[number] = round + 1;
    }
  });
  const rounds = async () => {
    const wanted = done.map((count) => count + ROUNDS);
    while (done.some((count, number) => count < (wanted[number] ?? 0))) await sleep(100);
  };
  const upgrading = async () => {
    await rounds();
    const planned = await runCli(['migrate', '--plan', '--json'], services.env);
    assert.ok(JSON.parse(planned.stdout).length > 0, planned.stdout);
    const migrated = await runCli(['migrate'], services.env);
    assert.equal(migrated.code, 0, migrated.stderr);
    await rounds();
    const next = await services.start();
    await balancer.add(next.url);
    await rounds();
    await old.stop();
    balancer.remove(old.url);
    await rounds();
    isOver = true;
    return next;
  };
  const [next] = await Promise.all([upgrading(), ...clients]);
  assert.equal(await next.stop(), 0);
});

/** The commit before the one that brought the newest migration; undefined if none came after those of the first release. */
async function commitBeforeMigration(): Promise<string | undefined> {
  const newest = (await readMigrations()).findLast(({ name }) => name > LAST_OF_FIRST_RELEASE);
  if (newest === undefined) return undefined;
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', ROOT, ...words], { stdio: 'pipe' })
      .toString()
      .trim();
  const file = `server/migrations/${newest.name}`;
  try {
    const commit = git('log', '-1', '--format=%H', '--diff-filter=A', '--', file);
    return git('rev-parse', '--verify', `${commit}^`);
  } catch {
    return undefined;
  }
}

/** The files of a commit, with the packages of this checkout and workspaces of its own. */
async function checkOut(commit: string): Promise<string> {
  const folder = await temporaryFolder('before');
  execFileSync('sh', ['-c', 'git -C "$0" archive "$1" | tar -x -C "$2"', ROOT, commit, folder]);
  // The data of this checkout: sets of factors never change between releases, but they do between commits before the first.
  rmSync(join(folder, 'data'), { recursive: true });
  symlinkSync(join(ROOT, 'data'), join(folder, 'data'));
  // The lock of this checkout: otherwise a start would install packages.
  cpSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
  linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const workspace of ['server', 'dashboard']) {
    const own = join(ROOT, workspace, 'node_modules');
    if (lstatSync(own, { throwIfNoEntry: false }) !== undefined)
      symlinkSync(own, join(folder, workspace, 'node_modules'));
  }
  return folder;
}

/** Links are workspaces, whose relative addresses lead to the files of the commit. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (name.startsWith('@')) linkPackages(source, target);
    else if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else symlinkSync(source, target);
  }
}
