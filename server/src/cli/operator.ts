import { access, constants } from 'node:fs/promises';
import { sql } from 'kysely';
import { readConfig } from '../config.ts';
import { listOrganizations } from '../domains/accounts/index.ts';
import { loadFactorSets, loadTools, seedFactorSets } from '../domains/factors/index.ts';
import { products } from '../domains/products/index.ts';
import { seedSandbox } from '../domains/sandbox/index.ts';
import {
  planMigrations,
  startUp,
  withDatabase,
  withUnmigratedDatabase,
} from '../platform/database/index.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { pingRedis } from '../platform/redis/redis.ts';
import { forgetSecret } from '../platform/secrets.ts';
import { computeHere } from '../rules/jobs/compute.ts';
import { type Command, CommandFailed, type Result } from './command.ts';
import { table } from './text-table.ts';
import { withService } from './with-service.ts';

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
        : withDatabase(readConfig(), async () => ({
            text: 'The database is up to date.',
            data: { migrated: true },
          })),
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
  seed: {
    summary: 'Loads new factor sets, and the mock data into every sandbox without products.',
    positionals: [],
    options: {},
    run: () =>
      withService(async ({ db, databaseUrl }) => {
        const sets = await startUp({ url: databaseUrl }, seedFactorSets);
        const tools = await loadTools(db);
        const filled: string[] = [];
        for (const { id, name } of await listOrganizations(db)) {
          const scope = { organizationId: id, environment: 'SANDBOX' } as const;
          if ((await products.total(db, scope)) > 0) continue;
          await db
            .transaction()
            .execute((tx) => seedSandbox(tx, id, (work) => computeHere(tools, work)));
          filled.push(name);
        }
        const text = `Factor sets loaded: ${sets.length}. Sandboxes filled: ${filled.join(', ') || 'none'}.`;
        return { text, data: { factorSets: sets.length, sandboxes: filled } };
      }),
  },
  doctor: {
    summary: 'Looks at what the service needs here, one by one, and says what is wrong.',
    positionals: [],
    options: {},
    run: async () => {
      const findings: Finding[] = [];
      for (const [what, look] of Object.entries(EXAMINATIONS)) {
        findings.push(await examined(what, look));
      }
      const text = table(
        findings.map(({ what, isWell, found }) => ({ '': isWell ? 'ok' : 'FAILS', what, found })),
      );
      if (findings.some(({ isWell }) => !isWell)) throw new CommandFailed(text, findings);
      return { text, data: findings };
    },
  },
};

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

type Finding = { readonly what: string; readonly isWell: boolean; readonly found: string };

async function examined(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, isWell: true, found: await look() };
  } catch (error) {
    return { what, isWell: false, found: error instanceof Error ? error.message : String(error) };
  }
}

const EXAMINATIONS: Readonly<Record<string, () => Promise<string>>> = {
  runtime: async () => `Node ${process.version} on ${process.platform}-${process.arch}`,
  configuration: async () => {
    readConfig();
    return 'valid';
  },
  'data folder': async () => {
    const { dataFolder } = readConfig();
    await makeFolder(dataFolder);
    await access(dataFolder, constants.R_OK | constants.W_OK);
    return `${dataFolder} can be written`;
  },
  database: () =>
    withService(async ({ db }) => {
      const { rows } = await sql<{ version: string; migrations: number }>`
        select current_setting('server_version') as version,
          (select count(*)::int from trackway_migrations) as migrations`.execute(db);
      const place = readConfig().databaseUrl === undefined ? 'embedded' : 'by DATABASE_URL';
      return `PostgreSQL ${rows[0]?.version} (${place}), ${rows[0]?.migrations} migrations`;
    }),
  'factor library': () =>
    withService(async ({ db }) => {
      const { sets } = await loadFactorSets(db);
      if (sets.length === 0) return 'empty; the first start or `seed` loads it';
      const factorCount = sets.reduce((sum, set) => sum + set.factorCount, 0);
      return `${sets.length} sets, ${factorCount} factors`;
    }),
  'shared limits': async () => {
    const { redis } = readConfig();
    if (redis === undefined) return 'in memory (REDIS_URL is not set)';
    await pingRedis(redis);
    return 'Redis answers';
  },
};
