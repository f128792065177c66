import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import {
  backupSecretsOf,
  checkBackup,
  makeBackup,
  restoreBackup,
  restoreSecret,
} from '../platform/backup/index.ts';
import { withBareDatabase, withDatabase } from '../platform/database/index.ts';
import type { Command, Given } from './command.ts';

export const backupCommands: Readonly<Record<string, Command>> = {
  backup: {
    summary:
      'Writes the database, as it is at one moment, and the files of TRACKWAY_DATA into one encrypted file in a folder, and reads it back. The service may run meanwhile.',
    positionals: ['folder'],
    options: {},
    run: backUp,
  },
  restore: {
    summary:
      'Restores a back-up into an empty database and the files into TRACKWAY_DATA, and compares every table with the back-up.',
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
  const made = await withDatabase(config, (_db, databaseUrl) =>
    makeBackup({
      ...secrets,
      databaseUrl,
      dataFolder: config.dataFolder,
      folder: resolve(folder),
    }),
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
  const file = resolve(given);
  const { secret } = await backupSecretsOf(config);
  if (values['check'] === true) {
    const data = await checkBackup(file, secret);
    return { text: `The back-up of ${data.madeAt} is whole (${data.entries} entries).`, data };
  }
  const onSecret = (restored: string) => restoreSecret(config, restored);
  const data = await withBareDatabase(config, (databaseUrl) =>
    restoreBackup({ file, databaseUrl, dataFolder: config.dataFolder, secret, onSecret }),
  );
  const text = `Restored the back-up of ${data.madeAt}: ${data.tables} tables, each compared with the back-up, and ${data.files} files.`;
  return { text, data };
}
