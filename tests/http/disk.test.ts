import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { Disk } from '../../server/src/platform/disk.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { clientOf, codesOf, textAt } from './client.ts';
import { COLD, startTestService } from './service.ts';

const MIB = 1024 ** 2;
const CREATE = 'mutation { createProduct(input: { name: "A" }) { product { id } } }';
const IMPORT = 'mutation { bulkImport(input: { type: PRODUCTS }) { job { uploadUrl } } }';
const EXPORT = 'mutation { bulkExport(input: { type: PRODUCTS }) { job { id } } }';

test('low disk refuses new files first, then writes, and /readyz reports it; reads go on', async () => {
  let free = 10_000 * MIB;
  const disk = new Disk({ readFreeBytes: async () => free, holdsDatabase: true });
  const { url, db, keyPepper } = await startTestService({}, { ...COLD, disk });
  const { id } = await createOrganization(db, 'Low disk', 'FREE');
  const scope = { organizationId: id, environment: 'LIVE' } as const;
  const wanted = { name: 'key', tier: 'FREE', permissions: PERMISSIONS, expiresAt: null } as const;
  const { secret } = await db
    .transaction()
    .execute((tx) => createKey({ db: tx, scope, by: COMMAND_LINE }, keyPepper, undefined, wanted));
  const { send } = clientOf(`${url}/graphql`, secret);
  const leave = (bytes: number) => {
    free = bytes;
    return disk.look();
  };
  const ready = async (): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/readyz`);
    assert.equal(response.status, 200, 'reads go on');
    return JSON.parse(await response.text());
  };

  const uploadUrl = textAt(await send(IMPORT), 'bulkImport', 'job', 'uploadUrl');
  assert.deepEqual(await ready(), { status: 'ready' });

  await leave(1_000 * MIB);
  assert.equal((await ready())['refused'], 'FILES');
  for (const document of [IMPORT, EXPORT]) {
    const refused = await send(document);
    assert.deepEqual([refused.status, codesOf(refused)], [503, ['UNAVAILABLE']]);
  }
  const upload = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'X-API-Key': secret },
    body: '{"name":"A"}',
  });
  assert.deepEqual([upload.status, upload.headers.get('retry-after')], [503, '60']);
  assert.match(await upload.text(), /"code":"UNAVAILABLE"/);
  assert.deepEqual(codesOf(await send(CREATE)), []);

  await leave(100 * MIB);
  assert.equal((await ready())['refused'], 'WRITES');
  const refused = await send(CREATE);
  assert.deepEqual([refused.status, codesOf(refused)], [503, ['UNAVAILABLE']]);
  assert.equal(refused.headers.get('retry-after'), '60');
  const read = await send('{ products { totalCount } }');
  assert.deepEqual(read.data, { products: { totalCount: 1 } });

  await leave(10_000 * MIB);
  assert.deepEqual(await ready(), { status: 'ready' });
  assert.deepEqual(codesOf(await send(IMPORT)), []);
});
