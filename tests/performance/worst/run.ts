import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tier } from '../../../server/src/rules/access/tiers.ts';
import { startServer } from '../../server-process.ts';
import { cpuUsOfTree } from '../cpu.ts';
import { foundRequests } from './found-inputs.ts';
import {
  createKey,
  createLargeWorlds,
  createOrganization,
  enterTier,
  type LargeWorld,
} from './large-world.ts';
import { measure, Others, type Outcome } from './measure.ts';
import { type Wanted as WantedRequests, worstRequests } from './requests.ts';

/** The tests' receiver of webhooks is on localhost, where the service must not be too. */
const ENV = { WEBHOOK_ALLOWED_HOSTS: 'localhost', TRACKWAY_BASE_URL: 'http://trackway.test' };
const LOOP_TURNS = new URL('loop-turns.ts', import.meta.url).href;
const TIERS: readonly Tier[] = ['FREE', 'GROWTH', 'ENTERPRISE'];
/** Keys and their tiers are kept in memory for a second. */
const TIER_KNOWN_MS = 1_500;

type Wanted = WantedRequests & {
  readonly copies: number;
  /** For each request, which is sent twice at least. */
  readonly seconds: number;
  readonly tiers?: readonly Tier[];
  readonly onMeasured?: (outcome: Outcome & Strain, done: number, all: number) => void;
};

/** Strain of a request on the service itself. */
export type Strain = {
  /** CPU time of all processes of the service for one request, that of the database and of the probes included. */
  readonly cpuMs: number;
  /** CPU time of the longest turn of the event loop. */
  readonly longestMs: number;
  /** Longest time that the thread of the event loop waited for a core in one turn. */
  readonly longestWaitMs: number;
  /** CPU time of reading and writing a body of the largest size, in the same process. */
  readonly bodyMs: number;
  /** Highest resident memory so far. */
  readonly residentMb: number;
};

/** Starts a service, fills it, and measures the largest legal requests of every operation, one by one. */
export async function measureWorstRequests(wanted: Wanted): Promise<(Outcome & Strain)[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-worst-'));
  const file = join(dataFolder, 'loop-turns.json');
  const env = { ...ENV, NODE_OPTIONS: `--import=${LOOP_TURNS}`, LOOP_TURNS: file };
  const { url, child, stop } = await startServer({ dataFolder, env });
  const cpuMs = () => cpuUsOfTree(child.pid ?? 0) / 1000;
  const strain = async () => {
    await rm(file, { force: true });
    child.kill('SIGUSR2');
    while (!existsSync(file) || (await readFile(file)).length === 0) await sleep(5);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const residentMb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    return { ...JSON.parse(await readFile(file, 'utf8')), residentMb };
  };
  try {
    return await measureAll({ url, dataFolder }, { strain, cpuMs }, wanted);
  } finally {
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

type Gauges = {
  readonly strain: () => Promise<Omit<Strain, 'cpuMs'>>;
  readonly cpuMs: () => number;
};

async function measureAll(
  place: { readonly url: string; readonly dataFolder: string },
  { strain, cpuMs }: Gauges,
  { copies, tiers = TIERS, depths, operations, onMeasured, seconds }: Wanted,
): Promise<(Outcome & Strain)[]> {
  const worlds = await createLargeWorlds(place, copies, operations);
  await createOrganization(place, 'Other');
  const key = await createKey(place, 'Other', 'FREE');
  const others = new Others([
    { endpoint: `${place.url}/graphql`, key },
    { url: `${place.url}/healthz` },
  ]);
  const largest = worstRequests(worlds, {
    ...(depths === undefined ? {} : { depths }),
    ...(operations === undefined ? {} : { operations }),
  });
  const requests = [...largest, ...foundRequests(worlds, operations)];
  const all = requests.filter(({ tier }) => tiers.includes(tier)).length;
  const outcomes: (Outcome & Strain)[] = [];
  for (const tier of tiers) {
    await enterTier(place, worldOf(worlds, tier));
    await sleep(TIER_KNOWN_MS);
    for (const request of requests.filter((each) => each.tier === tier)) {
      await strain();
      const beforeMs = cpuMs();
      const measured = await measure(request, others, seconds);
      const cpu = { cpuMs: (cpuMs() - beforeMs) / measured.requests };
      const outcome = { ...measured, ...cpu, ...(await strain()) };
      outcomes.push(outcome);
      onMeasured?.(outcome, outcomes.length, all);
    }
  }
  await others.close();
  return outcomes;
}

function worldOf(worlds: ReadonlyMap<Tier, LargeWorld>, tier: Tier): LargeWorld {
  const world = worlds.get(tier);
  if (world === undefined) throw new Error(`There is no key of the tier ${tier}.`);
  return world;
}
