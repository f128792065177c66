import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import { createSender } from '../../../server/src/domains/webhooks/send.ts';
import { signatureOf } from '../../../server/src/domains/webhooks/signature.ts';
import { openDatabase, query } from '../../../server/src/platform/database/index.ts';
import { claimJob, updateLeasedJob } from '../../../server/src/platform/jobs/store.ts';
import { HOSTS } from '../webhooks/hosts.ts';

// Two other queues of webhooks, with the same reads, posts and writes per delivery as the dispatcher: a job of
// graphile-worker each, with its batches of claims and completions, or a job of the house each.
// node webhook-queue.js graphile|leases

const IN_FLIGHT = 100;
const LEASE_MS = 30_000;
const { DATABASE_URL: url, SECRET: secret, COUNT: count } = process.env;
const db = await openDatabase({ url, pipelines: 4, poolSize: 4 });
const sender = createSender({
  resolve: async () => ['127.0.0.1'],
  allowedHosts: new Set(HOSTS),
});
let done = 0;

async function deliver({ organizationId, environment, id }) {
  const [due] = await query(
    db,
    `select endpoints.url, events.data, events.type, events.id
     from webhook_deliveries deliveries
     join webhook_endpoints endpoints using (organization_id, environment)
     join events on events.organization_id = deliveries.organization_id
       and events.environment = deliveries.environment and events.id = deliveries.event_id
     where deliveries.organization_id = $1 and deliveries.environment = $2 and deliveries.id = $3
       and endpoints.id = deliveries.endpoint_id`,
    [organizationId, environment, id],
  );
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ id: due.id, type: due.type, timestamp, data: due.data });
  const signature = signatureOf([secret], due.id, timestamp, body);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': due.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
    'x-service-signature': signature,
  };
  const report = await sender.send({ url: due.url, headers, body });
  await query(
    db,
    `with written as (
       update webhook_deliveries set state = 'SUCCEEDED', attempt_count = 1, finished_at = now()
       where organization_id = $2 and environment = $3 and id = $1
     )
     insert into webhook_attempts (organization_id, environment, delivery_id, number, started_at, report)
     values ($2, $3, $1, 1, now(), $4) on conflict do nothing`,
    [id, organizationId, environment, JSON.stringify(report)],
  );
  done += 1;
}

async function byGraphile() {
  const runner = await run({
    connectionString: url,
    taskList: { deliver },
    preset: {
      worker: {
        concurrentJobs: IN_FLIGHT,
        maxPoolSize: 12,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') process.stderr.write(`${message}\n`);
    }),
    noHandleSignals: true,
  });
  while (done < Number(count)) await sleep(20);
  await runner.stop();
}

async function byLeases() {
  const work = async () => {
    for (;;) {
      const job = await claimJob(db, ['DELIVER'], LEASE_MS);
      if (job === undefined) return;
      await deliver(job.input);
      await updateLeasedJob(db, job, { state: 'COMPLETED' });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

const startedAt = performance.now();
const before = process.cpuUsage();
await (process.argv[2] === 'graphile' ? byGraphile() : byLeases());
const { user, system } = process.cpuUsage(before);
process.send({ seconds: (performance.now() - startedAt) / 1_000, cpuUs: (user + system) / done });
await sender.close();
await db.destroy();
process.disconnect();
