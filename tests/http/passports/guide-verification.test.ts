import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { CompactSign } from 'jose';
import { listening, temporaryFolder } from '../../../server/src/platform/testing.ts';
import { service, world } from '../world.ts';
import { publish } from './published.ts';

/** The program of the guide that verifies a passport with a library of others. */

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/passports.md'), 'utf8');
const folder = await temporaryFolder('verification');
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
const program = join(folder, 'verify-passport.mjs');
writeFileSync(program, /```js\n(.*?)```/s.exec(GUIDE)?.[1] ?? '');

const { scope } = await world({ tier: 'ENTERPRISE' });

const verify = (address: string) => promisify(execFile)(process.execPath, [program, address]);

test('the program of the guide verifies a passport by the address of its code', async () => {
  const { gtin } = await publish({ scope });
  const { stdout } = await verify(`${service.url}/01/${gtin}`);
  assert.match(stdout, /^revocation: no\nsuspension: no\nrefresh: no\n.*, signed by did:web:/);
});

test('the program refuses a passport that has no credential any more', async () => {
  const { gtin } = await publish({ scope, status: 'REVOKED' });
  await assert.rejects(verify(`${service.url}/01/${gtin}`), /answers 410/);
});

test('the program finds the key of an issuer that is a host, and refuses a key that asserts nothing any more', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const answers: Record<string, string> = {};
  const server = createServer(({ url = '' }, response) => response.end(answers[url]));
  const host = `localhost:${await listening(server)}`;
  const did = `did:web:${encodeURIComponent(host)}`;
  const kid = `${did}#key-1`;
  const verificationMethod = [{ id: kid, publicKeyJwk: publicKey.export({ format: 'jwk' }) }];
  const credential = { name: 'Shirt', issuer: { id: did, name: 'Acme' }, credentialStatus: [] };
  answers['/shirt'] = await new CompactSign(Buffer.from(JSON.stringify(credential)))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey);
  const document = { verificationMethod, assertionMethod: [kid] };
  answers['/.well-known/did.json'] = JSON.stringify(document);
  const { stdout } = await verify(`http://${host}/shirt`);
  assert.equal(stdout, `Shirt, signed by ${did} (Acme)\n`);
  answers['/.well-known/did.json'] = JSON.stringify({ ...document, assertionMethod: [] });
  await assert.rejects(verify(`http://${host}/shirt`), /key that is not valid/);
});
