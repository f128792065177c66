import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { S3Account } from '../server/src/platform/files/index.ts';
import { installClients, PROGRAMS } from './clients/install.ts';
import { endProcess } from './server-process.ts';

export const BUCKET = 'trackway-test';

export type S3Server = { readonly account: S3Account; readonly stop: () => Promise<void> };

/**
 * s3rver, an S3-compatible server from npm that checks signatures, in a process of its own with a folder of its own.
 * It encrypts the tokens of its lists with DES, which OpenSSL has as a legacy provider.
 */
export async function startS3(): Promise<S3Server> {
  await installClients();
  const folder = await mkdtemp(join(tmpdir(), 'trackway-s3-'));
  // It answers when it has read the bytes, maybe before their file is there: written at once, they do not come after a deletion.
  const program = `
    const S3rver = require('s3rver');
    const fs = require('fs-extra');
    const { Writable } = require('stream');
    fs.createWriteStream = (path) => {
      const file = fs.openSync(path, 'w');
      return new Writable({
        write: (bytes, _encoding, done) => done(void fs.writeSync(file, bytes)),
        final: (done) => done(void fs.closeSync(file)),
      });
    };
    const [folder, bucket] = process.argv.slice(1);
    new S3rver({
      port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: bucket }],
    }).run((error, { port }) => console.log(port));`;
  const child = spawn(
    process.execPath,
    ['--openssl-legacy-provider', '-e', program, folder, BUCKET],
    {
      cwd: PROGRAMS,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [port] = await once(createInterface(child.stdout), 'line');
  return {
    // s3rver has one account.
    account: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-central-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: async () => {
      await endProcess(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
