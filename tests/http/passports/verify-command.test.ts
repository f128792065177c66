import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyCommands } from '../../../server/src/cli/verify.ts';
import { setStatus } from '../../../server/src/domains/trust/index.ts';
import { temporaryFolder, until } from '../../../server/src/platform/testing.ts';
import { service, world } from '../world.ts';
import { jsonOf, publish } from './published.ts';

const { scope } = await world();
const folder = await temporaryFolder('verify');

const verify = async (place: string) => {
  const result = await verifyCommands['verify']?.run({ values: {}, positionals: [place] });
  return result ?? assert.fail('no result');
};

async function fileWith(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('a passport is verified by its address and from a file; a changed one fails', async () => {
  const passport = await publish({ scope });
  const byUrl = await verify(`${service.url}/dpp/${passport.id}`);
  assert.equal(byUrl.isFailure, false, byUrl.text);
  assert.match(byUrl.text, /The content is unchanged/);
  assert.equal((await verify(await fileWith('a.jwt', passport.jws))).isFailure, false);
  const [header, , signature] = passport.jws.split('.');
  const forged = `${header}.${Buffer.from('{}').toString('base64url')}.${signature}`;
  assert.equal((await verify(await fileWith('b.jwt', forged))).isFailure, true);
});

test('an address without a credential says why', async () => {
  const revoked = await publish({ scope, status: 'REVOKED' });
  await assert.rejects(verify(`${service.url}/dpp/${revoked.id}`), /was revoked.*\(410\)/);
  const suspended = await publish({ scope, status: 'SUSPENDED' });
  await assert.rejects(verify(`${service.url}/dpp/${suspended.id}`), /is suspended \(406\)/);
  await assert.rejects(verify(`${service.url}/dpp/none`), /has no published passport \(404\)/);
  await assert.rejects(verify('http://127.0.0.1:1/dpp/none'), /does not answer/);
});

test('a package verifies without any network, and shows what was revoked', async () => {
  const passport = await publish({ scope });
  const packaged = async (): Promise<string> => {
    const credential = await jsonOf(await fetch(`${service.url}/dpp/${passport.id}.jsonld`));
    const place = credential.issuer.id.split(':').slice(3).join('/');
    const lists: { statusListCredential: string }[] = credential.credentialStatus;
    const statusLists = await Promise.all(
      lists.map(async ({ statusListCredential }) => (await fetch(statusListCredential)).text()),
    );
    const didDocuments = [await jsonOf(await fetch(`${service.url}/${place}/did.json`))];
    return JSON.stringify({ credentials: [passport.jws], didDocuments, statusLists });
  };
  const whole = await packaged();
  assert.equal((await verify(await fileWith('whole.json', whole))).isFailure, false);
  const without = JSON.stringify({ ...JSON.parse(whole), didDocuments: [] });
  const unknown = await verify(await fileWith('without.json', without));
  assert.equal(unknown.isFailure, true);
  assert.match(unknown.text, /UNKNOWN .*could not be read/);
  await service.db
    .transaction()
    .execute((tx) => setStatus({ db: tx, scope }, [passport.uuid], 'revocation', true));
  await until(async () => {
    const result = await verify(await fileWith('later.json', await packaged()));
    return /The issuer revoked it/.test(result.text);
  });
});
