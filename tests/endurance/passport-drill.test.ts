import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pngOf } from '../../server/src/domains/passports/pictures/testing.ts';
import { temporaryFolder, until } from '../../server/src/platform/testing.ts';
import { at, type Client, clientOf, dataOf, mutationText, textAt } from '../http/client.ts';
import { published } from '../http/passports/desk.ts';
import { runCli, startServer } from '../server-process.ts';

/**
 * The drill of a second operator: the first host disappears with all its data. The second one goes on with every link, and a
 * package restores into a fresh service.
 */

const TRACKWAY_PASSPORT_BACKUP_TOKEN = 'a secret of both operators of passports';
const TRACKWAY_BASE_URL = 'http://passports.example';
const folder = await temporaryFolder('drill');
const below = (name: string) => join(folder, name);
const packages = below('packages');

/** The signed credential of a passport. */
async function credentialAt(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { accept: 'application/vc+jwt' } });
  assert.equal(answer.status, 200, address);
  return answer.text();
}

/** Addresses of a page that a reader may follow on the same host. */
function linksOf(page: string, root: string): string[] {
  const links = [...page.matchAll(/ (?:href|src)="([^"#]+)/g)].map(([, link = '']) =>
    new URL(link.replaceAll('&amp;', '&'), root).toString(),
  );
  return [...new Set(links)].filter((link) => link.startsWith(root));
}

async function makePassports(client: Client): Promise<string[]> {
  const added = await client.send(mutationText('addDppPicture', 'picture { sha256 }'), {
    input: { data: pngOf(40, 30).toString('base64') },
  });
  const picture = { sha256: textAt(added, 'addDppPicture', 'picture', 'sha256') };
  return [await published(client, { picture }), await published(client, { serialNumber: 'S1' })];
}

test('with the first host gone all links of the second operator work, and a package restores into a fresh service', async () => {
  const second = await startServer({
    dataFolder: below('second'),
    env: {
      TRACKWAY_BASE_URL,
      TRACKWAY_ROLE: 'backup',
      TRACKWAY_PASSPORT_BACKUP_FOLDER: packages,
      TRACKWAY_PASSPORT_BACKUP_TOKEN,
    },
  });
  const first = await startServer({
    dataFolder: below('first'),
    env: {
      TRACKWAY_BASE_URL,
      TRACKWAY_PASSPORT_BACKUP_FOLDER: second.url,
      TRACKWAY_PASSPORT_BACKUP_URL: second.url,
      TRACKWAY_PASSPORT_BACKUP_TOKEN,
    },
  });
  const key = / live +(sk_\S+)$/m.exec(first.output())?.[1] ?? '';
  const client = clientOf(`${first.url}/graphql`, key);
  const ids = await makePassports(client);
  const waiting = '{ dpps(first: 10) { nodes { backup { url lastReplicatedAt waitingSince } } } }';
  await until(async () => {
    const nodes = at(dataOf(await client.send(waiting)), 'dpps', 'nodes');
    assert.ok(Array.isArray(nodes));
    return nodes.every(
      (node) =>
        at(node, 'backup', 'waitingSince') === null && at(node, 'backup', 'lastReplicatedAt'),
    );
  });
  const credentials = await Promise.all(ids.map((id) => credentialAt(`${first.url}/dpp/${id}`)));
  await first.stop();
  await rm(below('first'), { recursive: true });

  // Readers follow the host name, which now leads to the second operator.
  const follow = (link: string, init?: RequestInit) =>
    fetch(link.replace(TRACKWAY_BASE_URL, second.url), init);
  for (const [place, id] of ids.entries()) {
    await until(async () => (await follow(`${TRACKWAY_BASE_URL}/dpp/${id}`)).status === 200);
    assert.equal(await credentialAt(`${second.url}/dpp/${id}`), credentials[place]);
    const page = await (
      await follow(`${TRACKWAY_BASE_URL}/dpp/${id}`, { headers: { accept: 'text/html' } })
    ).text();
    const links = linksOf(page, TRACKWAY_BASE_URL);
    assert.ok(links.length > 25, `${links.length} links`);
    for (const link of links) assert.equal((await follow(link)).status, 200, link);
    const verified = await (
      await fetch(`${second.url}/verify?url=${TRACKWAY_BASE_URL}/dpp/${id}`)
    ).text();
    assert.match(verified, /The credential is valid/);
    assert.match(verified, /The chain of versions is whole/);
  }

  const [day = ''] = await readdir(packages);
  const names = (await readdir(join(packages, day))).toSorted();
  for (const name of names) {
    const verified = await runCli(['verify', join(packages, day, name)], {
      TRACKWAY_DATA: below('elsewhere'),
    });
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const restored = await runCli(['passports', 'restore', join(packages, day, name)], {
      TRACKWAY_DATA: below('third'),
    });
    assert.equal(restored.code, 0, restored.stderr);
  }
  const third = await startServer({ dataFolder: below('third'), env: { TRACKWAY_BASE_URL } });
  for (const [place, id] of ids.entries())
    assert.equal(await credentialAt(`${third.url}/dpp/${id}`), credentials[place]);
  const picture = await fetch(`${third.url}/dpp/${ids[0]}/picture`);
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), pngOf(40, 30));
  await third.stop();
  await second.stop();
});
