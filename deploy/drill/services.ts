import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_PORTS, SERVICE_URL } from './balancer.ts';
import { ask, end, launch, run, until } from './processes.ts';

/** Several processes of Trackway behind the balancer, on one database and one folder of files. */

const ROOT = join(import.meta.dirname, '../..');
const READY_SECONDS = 300;

export type Services = {
  readonly all: readonly Service[];
  /** Keys of the first start. */
  readonly keys: { readonly live: string; readonly sandbox: string };
  /** Processes that ended though nobody ended them, with the last lines of their logs. */
  readonly failures: string[];
  /** Starts all of them again, one after the other, with another address of the database. */
  readonly reach: (databaseUrl: string) => Promise<void>;
};

export type Service = {
  readonly port: number;
  readonly pid: () => number;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
  readonly start: () => Promise<void>;
};

type Settings = { readonly folder: string; databaseUrl: string; readonly redisUrl: string };

export async function startServices(settings: Settings): Promise<Services> {
  const failures: string[] = [];
  const all = SERVICE_PORTS.map((port) => serviceOf(port, settings, failures));
  const [first, ...others] = all;
  if (first === undefined) throw new Error('There is no service.');
  await first.start();
  const output = await readFile(logOf(settings, first.port), 'utf8');
  const keyOf = (environment: string) => {
    const key = new RegExp(` ${environment} +(sk_\\S+)$`, 'm').exec(output)?.[1];
    if (key === undefined) throw new Error(`The first start printed no key:\n${output}`);
    return key;
  };
  const keys = { live: keyOf('live'), sandbox: keyOf('sandbox') };
  const unlimited = ['organizations', 'set', 'Demo', '--requests-per-minute', '10000000'];
  await run('env', ...envWords(settings), node(), cli(), ...unlimited);
  await Promise.all(others.map((service) => service.start()));
  return {
    all,
    keys,
    failures,
    reach: async (databaseUrl) => {
      if (databaseUrl === settings.databaseUrl) return;
      settings.databaseUrl = databaseUrl;
      for (const service of all) {
        await service.end('SIGTERM');
        await service.start();
      }
    },
  };
}

/** True if the balancer reaches them and every one counts limits together with the others. */
export async function areShared({ all }: Services): Promise<boolean> {
  const pages = await Promise.all(
    all.map(async ({ port }) => (await ask(`http://127.0.0.1:${port}/metrics`))?.text()),
  );
  return pages.every((text) => text?.includes('\ntrackway_rate_limits_shared 1\n') ?? false);
}

function serviceOf(port: number, settings: Settings, failures: string[]): Service {
  let child: ChildProcess | undefined;
  let isMeant = false;
  const start = async () => {
    const logFile = logOf(settings, port);
    const env = { ...environmentOf(settings), PORT: String(port) };
    const started = launch([node(), join(ROOT, 'server/src/main.ts')], logFile, env);
    child = started;
    isMeant = false;
    started.once('exit', async (code, signal) => {
      if (isMeant) return;
      const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-5);
      failures.push(`service-${port} ended with ${code ?? signal}: ${lines.join(' | ')}`);
    });
    await until(async () => (await ask(`http://127.0.0.1:${port}/readyz`))?.status === 200, {
      description: `A service that is ready on port ${port}`,
      seconds: READY_SECONDS,
    });
  };
  return {
    port,
    pid: () => child?.pid ?? 0,
    start,
    end: async (signal) => {
      isMeant = true;
      if (child !== undefined) await end(child, signal);
    },
  };
}

function environmentOf({ folder, databaseUrl, redisUrl }: Settings): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    TRACKWAY_DATA: join(folder, 'files'),
    TRACKWAY_SECRET: 'the secret of a drill, which nobody else uses',
    TRACKWAY_BASE_URL: SERVICE_URL,
    TRACKWAY_LAME_DUCK_SECONDS: '3',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    PATH: process.env['PATH'] ?? '',
  };
}

function envWords(settings: Settings): string[] {
  return Object.entries(environmentOf(settings)).map(([name, value]) => `${name}=${value}`);
}

const logOf = ({ folder }: Settings, port: number) => join(folder, `service-${port}.log`);
const node = () => join(ROOT, 'bin/node');
const cli = () => join(ROOT, 'server/src/cli/main.ts');
