import { readConfig } from '../config.ts';
import {
  backupAt,
  backupPlace,
  backupSecretsOf,
  checkBackup,
  makeBackup,
  restoreBackup,
  restoreSecret,
} from '../platform/backup/index.ts';
import { withBareDatabase, withDatabase } from '../platform/database/index.ts';
import { openFilePlaces } from '../platform/files/index.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Command, Given } from './command.ts';

export const backupCommands: Readonly<Record<string, Command>> = {
  backup: {
    summary:
      'Writes the database, as it is at one moment, and the files of customers into one encrypted file in a folder or below s3://bucket/prefix, and reads it back. The service may run meanwhile.',
    positionals: ['folder'],
    options: {},
    run: backUp,
  },
  restore: {
    summary:
      'Restores a back-up, a file or s3://bucket/prefix/name, into an empty database and its files into TRACKWAY_DATA or the bucket of S3_BUCKET, and compares every table with the back-up.',
    positionals: ['file'],
    options: {
      check: { type: 'boolean', meaning: 'Only reads the back-up and checks that it is whole.' },
    },
    run: restore,
  },
};

async function backUp({ positionals: [folder = ''] }: Given) {
  const config = readConfig();
  const secrets = await backupSecretsOf(config);
  await using resources = new AsyncDisposableStack();
  const place = backupPlace(folder, config.s3);
  resources.defer(place.close);
  const data = openFilePlaces(config);
  resources.defer(data.close);
  const { dataFolder } = config;
  const made = await withDatabase(config, (_db, databaseUrl) =>
    makeBackup({ ...secrets, databaseUrl, dataFolder, data, place }),
  );
  const { file, tables, files, bytes } = made;
  const needed =
    config.backupSecret !== undefined
      ? 'TRACKWAY_BACKUP_SECRET'
      : config.secret !== undefined
        ? 'TRACKWAY_SECRET'
        : `the secret in ${config.dataFolder}/secrets/secret (or set TRACKWAY_BACKUP_SECRET)`;
  const text = `${file}: ${tables} tables, ${files} files, ${bytes} bytes; read back and whole.\nIt can be restored only with ${needed}: keep a copy of that at another place.`;
  return { text, data: made };
}

async function restore({ positionals: [given = ''], values }: Given) {
  const config = readConfig();
  await using resources = new AsyncDisposableStack();
  const { files, name, close } = backupAt(given, config.s3);
  resources.defer(close);
  if ((await files.statOf(name)) === undefined)
    throw new OperatorError(`There is no back-up at ${given}.`);
  const open = () => files.read(name);
  const { secret } = await backupSecretsOf(config);
  if (values['check'] === true) {
    const checked = await checkBackup(open, secret);
    const text = `The back-up of ${checked.madeAt} is whole (${checked.entries} entries).`;
    return { text, data: checked };
  }
  const data = openFilePlaces(config);
  resources.defer(data.close);
  const onSecret = (restored: string) => restoreSecret(config, restored);
  const restored = await withBareDatabase(config, (databaseUrl) =>
    restoreBackup({ open, databaseUrl, data, secret, onSecret }),
  );
  const text = `Restored the back-up of ${restored.madeAt}: ${restored.tables} tables, each compared with the back-up, and ${restored.files} files.`;
  return { text, data: restored };
}
