import { readConfig } from '../config.ts';
import { counted } from '../platform/counted.ts';
import {
  type Db,
  type Migration,
  planMigrations,
  withDatabase,
  withUnmigratedDatabase,
} from '../platform/database/index.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { forgetSecret } from '../platform/secrets.ts';
import type { Command, Result } from './command.ts';
import { table } from './text-table.ts';

export const operatorCommands: Readonly<Record<string, Command>> = {
  'config check': {
    summary: 'Checks all environment variables.',
    positionals: [],
    options: {},
    run: async () => {
      readConfig();
      return { text: 'The configuration is valid.', data: { valid: true } };
    },
  },
  migrate: {
    summary: 'Brings the database to the form that this version needs.',
    positionals: [],
    options: {
      plan: { type: 'boolean', meaning: 'Lists the migrations that would run; changes nothing.' },
    },
    // Every opening of the database migrates it. Without the secrets: where a release is rolled out
    // there may be none, and the database would keep to one that is made up.
    run: ({ values }) =>
      values['plan'] === true
        ? withUnmigratedDatabase(readConfig(), planned)
        : withDatabase(readConfig(), migrated),
  },
  'secret forget': {
    summary:
      'Lets the service start with another secret when TRACKWAY_SECRET is lost. API keys, webhook secrets, signing keys and second factors that were made under it are lost, too.',
    positionals: [],
    options: {},
    run: () =>
      withDatabase(readConfig(), async (db) => {
        await forgetSecret(db);
        const text =
          'The secret is forgotten: the next start may have another one. `docs/operations/secrets.md` says what to make anew.';
        return { text, data: { forgotten: true } };
      }),
  },
};

/** A database that a service of an earlier version runs is not migrated by a command. */
async function migrated(_db: Db, url: string): Promise<Result> {
  const pending = await planMigrations(url);
  if (pending.length > 0) throw new OperatorError(lackOf(pending));
  return { text: 'The database is up to date.', data: { migrated: true } };
}

/** Sentence about migrations that a database lacks. */
export function lackOf(pending: readonly Migration[]): string {
  const names = pending.map(({ name }) => name).join(', ');
  return `The database lacks ${counted(pending.length, 'migration')} of this version (${names}): restart the service with this version, or run \`trackway migrate\` while no service runs.`;
}

async function planned(url: string): Promise<Result> {
  const rows = (await planMigrations(url)).map(({ name, sql }) => ({
    migration: name,
    purpose: purposeOf(sql),
  }));
  const text = rows.length === 0 ? 'The database is up to date.' : table(rows);
  return { text, data: rows };
}

/** The first lines of a migration, which say why it exists. */
function purposeOf(sql: string): string {
  const [comment = ''] = /^(-- .*\n)+/.exec(sql) ?? [];
  return comment.replace(/^-- /gm, '').replaceAll('\n', ' ').trim();
}
