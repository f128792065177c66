import { access, constants } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { probeMailServer, probeSingleSignOn } from '../domains/accounts/index.ts';
import { loadFactorSets } from '../domains/factors/index.ts';
import {
  planMigrations,
  readMigrations,
  withUnmigratedDatabase,
} from '../platform/database/index.ts';
import { openFilePlaces } from '../platform/files/index.ts';
import { newUuid } from '../platform/ids.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { pingRedis } from '../platform/redis/redis.ts';
import { type Command, CommandFailed } from './command.ts';
import { lackOf } from './operator.ts';
import { table } from './text-table.ts';
import { withService } from './with-service.ts';

export const doctorCommands: Readonly<Record<string, Command>> = {
  doctor: {
    summary:
      'Tries what the settings name, one by one: database, files, Redis, mail server, single sign-on. Says what is wrong.',
    positionals: [],
    options: {},
    run: async () => {
      const findings = await examine();
      const text = table(
        findings.map(({ what, isWell, found }) => ({ '': isWell ? 'ok' : 'FAILS', what, found })),
      );
      if (findings.some(({ isWell }) => !isWell)) throw new CommandFailed(text, findings);
      return { text, data: findings };
    },
  },
};

type Finding = { readonly what: string; readonly isWell: boolean; readonly found: string };

/** Wrong settings end the examination: nothing else can be tried without them. */
async function examine(): Promise<Finding[]> {
  const findings = [
    await examined(
      'runtime',
      async () => `Node ${process.version} on ${process.platform}-${process.arch}`,
    ),
  ];
  let config: Config | undefined;
  findings.push(
    await examined('configuration', async () => {
      config = readConfig();
      return 'valid';
    }),
  );
  if (config === undefined) return findings;
  for (const [what, look] of Object.entries(EXAMINATIONS)) {
    const finding = await examined(what, look.bind(undefined, config));
    findings.push(finding);
    // Opening a database that lacks migrations would run them.
    if (what === 'database' && finding.isWell)
      findings.push(await examined('factor library', describeFactorLibrary));
  }
  return findings;
}

async function examined(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, isWell: true, found: await look() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Several wrong settings are lines, which would leave their column.
    return { what, isWell: false, found: joined(reason) };
  }
}

function joined(lines: string): string {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

const EXAMINATIONS: Readonly<Record<string, (config: Config) => Promise<string>>> = {
  'data folder': async ({ dataFolder }) => {
    await makeFolder(dataFolder);
    await access(dataFolder, constants.R_OK | constants.W_OK);
    return `${dataFolder} can be written`;
  },
  database: async (config) => {
    await assertMigrated(config);
    return withService(async ({ db }) => {
      const { rows } = await sql<{ version: string; migrations: number }>`
        select current_setting('server_version') as version,
          (select count(*)::int from trackway_migrations) as migrations`.execute(db);
      const place = config.databaseUrl === undefined ? 'embedded' : 'by DATABASE_URL';
      return `PostgreSQL ${rows[0]?.version} (${place}), ${rows[0]?.migrations} migrations`;
    });
  },
  files: async (config) => {
    const { files, isInBucket, close } = openFilePlaces(config);
    const name = `${newUuid()}.doctor`;
    try {
      await files.put(name, Buffer.from('doctor'), 'text/plain');
      await files.remove(name);
    } finally {
      await close();
    }
    return isInBucket
      ? `the bucket ${config.s3?.bucket?.name} can be written`
      : 'in the data folder (S3_BUCKET is not set)';
  },
  'shared limits': async ({ redis }) => {
    if (redis === undefined) return 'in memory (REDIS_URL is not set)';
    await pingRedis(redis);
    return 'Redis answers';
  },
  mail: async ({ smtpUrl }) => {
    if (smtpUrl === undefined) return 'none is sent (SMTP_URL is not set)';
    await probeMailServer(smtpUrl);
    return 'the mail server answers and takes the credentials';
  },
  'single sign-on': async ({ singleSignOn }) => {
    if (singleSignOn === undefined) return 'none (TRACKWAY_OIDC_ISSUER is not set)';
    await probeSingleSignOn(singleSignOn);
    return `${singleSignOn.issuer} answers; the first sign-in tries id and secret of the client`;
  },
};

/** An empty database is well: the first start prepares it. */
async function assertMigrated(config: Config): Promise<void> {
  const pending = await withUnmigratedDatabase(config, planMigrations);
  const isEmpty = pending.length === (await readMigrations()).length;
  if (pending.length > 0 && !isEmpty) throw new OperatorError(lackOf(pending));
}

function describeFactorLibrary(): Promise<string> {
  return withService(async ({ db }) => {
    const { sets } = await loadFactorSets(db);
    if (sets.length === 0) return 'empty; the first start or `seed` loads it';
    const factorCount = sets.reduce((sum, set) => sum + set.factorCount, 0);
    return `${sets.length} sets, ${factorCount} factors`;
  });
}
