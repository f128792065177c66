import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wakeAfterCommits } from '../../../server/src/domains/webhooks/index.ts';
import { newWebhookSecret } from '../../../server/src/domains/webhooks/signature.ts';
import { type Db, openDatabase } from '../../../server/src/platform/database/index.ts';
import { newUuid } from '../../../server/src/platform/ids.ts';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { SecretBox } from '../../../server/src/platform/secret-box.ts';
import { openSecrets } from '../../../server/src/platform/secrets.ts';
import { runCli, startServer } from '../../server-process.ts';
import { type BenchmarkDatabase, startDatabase } from '../database.ts';
import { LOAD_CORE, pin, SERVER_CORE } from '../processes.ts';
import { HOSTS, hostAt } from './hosts.ts';
import type { Report } from './receiver.ts';

const TRACKWAY_SECRET = 'the secret of the webhook benchmark, long enough';

/** A request to the process of the limit. */
export type Posting = {
  /** Each has an equal share of the posts in flight. */
  readonly urls: readonly string[];
  readonly data: unknown;
  readonly secret: string;
  readonly count: number;
  readonly inFlight: number;
};

export type Run = { readonly seconds: number; readonly cpuUs: number; readonly count?: number };
export type Drained = Run & { readonly databaseCpuUs: number; readonly count: number };

export type Scene = {
  readonly database: BenchmarkDatabase;
  readonly db: Db;
  readonly urlsOf: (paths: readonly string[]) => string[];
  /** Deliveries so far, and the arrivals since the last report. */
  readonly report: () => Promise<Report>;
  readonly worker: { readonly pid: number };
  /** Posts without a queue; the limit. */
  readonly post: (
    posting: Posting,
  ) => Promise<{ readonly seconds: number; readonly cpuUs: number }>;
  readonly addEndpoints: (paths: readonly string[]) => Promise<Scope>;
  readonly secret: string;
};

/** Starts database, worker, receiver and limit; the work is done there, and all of it ends. */
export async function onScene<Result>(work: (scene: Scene) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-webhooks-'));
  await using endings = new AsyncDisposableStack();
  endings.defer(() => rm(folder, { recursive: true }));
  const database = await startDatabase(join(folder, 'database'));
  endings.defer(database.stop);
  const env = {
    DATABASE_URL: database.url,
    TRACKWAY_SECRET,
    NODE_ENV: 'production',
    WEBHOOK_ALLOWED_HOSTS: HOSTS.join(','),
    TRACKWAY_ROLE: 'worker',
  };
  const dataFolder = join(folder, 'trackway');
  await runCli(['migrate'], { ...env, TRACKWAY_DATA: dataFolder });
  const prefix = ['taskset', '--cpu-list', String(SERVER_CORE)];
  const server = await startServer({ dataFolder, env, prefix });
  endings.defer(async () => void (await server.stop()));
  const db = await openDatabase({ url: database.url, pipelines: 1, poolSize: 64 });
  endings.defer(() => db.destroy());
  wakeAfterCommits(db);
  const [receiver, port] = await forked('receiver.ts', LOAD_CORE);
  const [limit] = await forked('limit.ts', SERVER_CORE);
  for (const child of [receiver, limit]) endings.defer(() => void child.kill());
  const secrets = await openSecrets(TRACKWAY_SECRET, '');
  const box = new SecretBox(secrets.keyFor('webhook-secrets'));
  const secret = newWebhookSecret();
  const urlsOf = (paths: readonly string[]) =>
    paths.map((path, at) => `http://${hostAt(at)}:${port}${path}`);
  return await work({
    database,
    db,
    urlsOf,
    secret,
    report: () => ask<Report>(receiver, 'report'),
    worker: { pid: server.child.pid ?? 0 },
    post: (posting) => ask(limit, JSON.stringify(posting)),
    addEndpoints: (paths) => addEndpoints(database, box.seal(secret), urlsOf(paths)),
  });
}

async function forked(file: string, core: number): Promise<[ChildProcess, unknown]> {
  const child = fork(join(import.meta.dirname, file), { stdio: 'inherit' });
  const [first] = await once(child, 'message');
  pin(child.pid ?? 0, core);
  return [child, first];
}

async function ask<Answer>(child: ChildProcess, message: string): Promise<Answer> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer]: Answer[] = await answered;
  if (answer === undefined) throw new Error('The process did not answer.');
  return answer;
}

/** A tenant with an endpoint per path. */
async function addEndpoints(
  database: BenchmarkDatabase,
  secret: Buffer,
  urls: readonly string[],
): Promise<Scope> {
  const organizationId = newUuid();
  const scope: Scope = { organizationId, environment: 'SANDBOX' };
  await database.run(
    `with made as (
       insert into webhook_endpoints (organization_id, environment, id, url, secret, max_per_second, api_version)
       select $1, $2, uuid_v7(), url, $3, 1000, '2026-11-22' from unnest($4::text[]) as urls (url)
       returning organization_id, environment, id
     )
     insert into webhook_queues (organization_id, environment, endpoint_id) select * from made`,
    [organizationId, 'SANDBOX', secret, urls],
  );
  return scope;
}
