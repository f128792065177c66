import cluster from 'node:cluster';
import { answersApi, type Config, readConfig } from './config.ts';
import { buildDashboard, isDashboardBuilt } from './dashboard.ts';
import { OperatorError } from './platform/operator-error.ts';
import { keepTicksFast } from './platform/process/fast-ticks.ts';
import { collectAll } from './platform/process/heap-bound.ts';
import type { ServiceOptions } from './service/options.ts';
import type { RunningService } from './service.ts';

/** Start reading here: the environment, the service, and the two signals that end it. */

/** From the moment when no new requests are taken. */
const ENOUGH_MS = 14_000;
const FIRST_PRODUCT = 'garment-13';
const WORK = {
  worker: 'Trackway runs jobs',
  backup: 'Trackway serves a back-up of passports',
} as const;

let service: RunningService | undefined;
let isLeaving = false;
let isEnding = false;

keepTicksFast();
process.on('SIGINT', () => end(0));
process.on('SIGTERM', () => void leave());
process.on('uncaughtException', (error) => fail(error));
// A forgotten promise of one request must not end those of all others.
process.on('unhandledRejection', (reason) => process.stderr.write(`${explain(reason)}\n`));

try {
  const config = readConfig();
  service = await start(config, { onProgress: print, onFailure: fail });
  collectAll();
  const { role } = config;
  say(startMessage(service, role));
  if (isEnding) await stop(0);
  else if (answersApi(role) && cluster.isPrimary) await buildPages();
} catch (error) {
  fail(error);
}

/**
 * Loads what this process runs only: the parent of several answers no request, and a wrong setting is reported before a
 * thousand files are read.
 */
async function start(config: Config, options: ServiceOptions): Promise<RunningService> {
  if (cluster.isWorker)
    return (await import('./processes/member.ts')).startProcess(config, options);
  if (config.processes > 1) return (await import('./processes.ts')).startProcesses(config, options);
  return (await import('./service.ts')).startService(config, options);
}

/** The API answers meanwhile; a dashboard that cannot be built leaves it as it is. */
async function buildPages(): Promise<void> {
  if (await isDashboardBuilt()) return;
  say('Building the dashboard …');
  try {
    await buildDashboard();
    say('The dashboard is built.');
  } catch (error) {
    process.stderr.write(`The dashboard could not be built: ${explain(error)}\n`);
  }
}

/** Lets load balancers notice before it stops; a second signal stops at once. */
async function leave(): Promise<void> {
  if (service !== undefined && !isLeaving) {
    isLeaving = true;
    say('Leaving: /readyz answers 503, and requests go on for a moment …');
    await service.leave();
  }
  end(0);
}

/** Stops once, however often it is called; a signal during the start takes effect after it. */
function end(code: number): void {
  if (isEnding) return;
  isEnding = true;
  say('Stopping: requests under way end first …');
  setTimeout(() => process.exit(code), ENOUGH_MS).unref();
  if (service !== undefined) void stop(code);
}

async function stop(code: number): Promise<void> {
  try {
    await service?.stop();
    process.exit(code);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  if (service === undefined) process.exit(1);
  end(1);
}

/** Errors that the operator can correct are shown as a sentence, all others with their stack. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Addresses of the service; on the first start also the keys and a request that can be pasted. */
function startMessage({ url, firstAccess }: RunningService, role: Config['role']): string {
  const places = answersApi(role)
    ? [
        'Trackway answers:',
        `  people   ${url}`,
        `  live     POST ${url}/graphql`,
        `  sandbox  POST ${url}/sandbox/graphql`,
      ]
    : [`${WORK[role]}: GET ${url}/readyz shows whether it can.`];
  if (firstAccess === undefined) return places.join('\n');
  const query = `mutation { calculateProductFootprint(input: { product: { externalId: "${FIRST_PRODUCT}" } }) { calculation { co2eKg phases { phase co2eKg } } } }`;
  return [
    ...places,
    '',
    'The organization "Demo" was made. They are shown this once: a link for its owner, and two keys.',
    `  you      ${url}/invite/${firstAccess.ownerToken}`,
    `  live     ${firstAccess.keys.LIVE}`,
    `  sandbox  ${firstAccess.keys.SANDBOX}`,
    '',
    'Your first footprint, a T-shirt of the sandbox:',
    '',
    `curl ${url}/sandbox/graphql \\`,
    `  -H 'X-API-Key: ${firstAccess.keys.SANDBOX}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ query })}'`,
  ].join('\n');
}

/** A line of the service as a whole: of several processes the parent says it. */
function say(line: string): void {
  if (cluster.isPrimary) print(line);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
