import { readConfig } from '../config.ts';
import type { Command } from './command.ts';
import { withService } from './with-service.ts';

export const operatorCommands: Readonly<Record<string, Command>> = {
  'config check': {
    summary: 'Checks the environment variables, all at once.',
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
    options: {},
    // Every opening of the database migrates it.
    run: () =>
      withService(async () => ({ text: 'The database is up to date.', data: { migrated: true } })),
  },
};
