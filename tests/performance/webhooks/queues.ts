import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { cpuUsOfFamily } from '../cpu.ts';
import { pin, SERVER_CORE } from '../processes.ts';
import type { Drained, Scene } from './scene.ts';

const PROGRAM = join(import.meta.dirname, '../peers/webhook-queue.js');
const GRAPHILE = new URL('../peers/node_modules/graphile-worker/dist/index.js', import.meta.url);

const PAYLOAD =
  "jsonb_build_object('organizationId', organization_id, 'environment', environment, 'id', id)";

/** The jobs of two other queues, one for each delivery that waits. */
const JOBS = {
  graphile: `select count(graphile_worker.add_job('deliver', ${PAYLOAD}::json))
    from webhook_deliveries where state = 'PENDING' and organization_id = $1`,
  leases: `insert into jobs (organization_id, environment, id, kind, state, input)
    select organization_id, environment, id, 'DELIVER', 'QUEUED', ${PAYLOAD}
    from webhook_deliveries where state = 'PENDING' and organization_id = $1`,
} as const;

export type QueueName = keyof typeof JOBS;

/** Delivers what waits by another queue than the dispatcher, whose queues are held. */
export async function drainBy(
  name: QueueName,
  { database, secret }: Scene,
  { organizationId }: Scope,
  count: number,
): Promise<Drained> {
  const { runMigrations }: { runMigrations: (options: object) => Promise<void> } = await import(
    GRAPHILE.href
  );
  await runMigrations({ connectionString: database.url });
  await database.run(JOBS[name], [organizationId]);
  await database.run('analyze');
  const databaseCpu = cpuUsOfFamily(database.pid);
  const child = fork(PROGRAM, [name], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      SECRET: secret,
      COUNT: String(count),
    },
  });
  pin(child.pid ?? 0, SERVER_CORE);
  const [run]: Pick<Drained, 'seconds' | 'cpuUs'>[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => []),
  ]);
  if (run === undefined) throw new Error(`The queue ${name} did not finish.`);
  return { ...run, count, databaseCpuUs: (cpuUsOfFamily(database.pid) - databaseCpu) / count };
}
