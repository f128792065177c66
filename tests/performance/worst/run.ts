import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tier } from '../../../server/src/rules/tiers.ts';
import { startServer } from '../../server-process.ts';
import {
  createKey,
  createLargeWorlds,
  createOrganization,
  enterTier,
  type LargeWorld,
} from './large-world.ts';
import { type Duration, measure, type Outcome, Prober } from './measure.ts';
import { worstRequests } from './requests.ts';

/** The tests' receiver of webhooks is on localhost, where the service must not be too. */
const ENV = { WEBHOOK_ALLOWED_HOSTS: 'localhost', TRACKWAY_BASE_URL: 'http://trackway.test' };
const TIERS: readonly Tier[] = ['FREE', 'GROWTH', 'ENTERPRISE'];
/** Keys and their tiers are kept in memory for a second. */
const TIER_KNOWN_MS = 1_500;

type Wanted = Duration & { readonly copies: number; readonly depths?: readonly number[] };

/** Starts a service, fills it, and measures the largest legal requests of every operation, one by one. */
export async function measureWorstRequests({ copies, depths, ...duration }: Wanted) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-worst-'));
  const { url, stop } = await startServer({ dataFolder, env: ENV });
  const place = { url, dataFolder };
  try {
    const worlds = await createLargeWorlds(place, copies);
    await createOrganization(place, 'Other');
    const key = await createKey(place, 'Other', 'FREE');
    const others = [
      new Prober({ endpoint: `${url}/graphql`, key }),
      new Prober({ url: `${url}/healthz` }),
    ];
    const requests = worstRequests(worlds, depths);
    const outcomes: Outcome[] = [];
    for (const tier of TIERS) {
      const world = worldOf(worlds, tier);
      await enterTier(place, world);
      await sleep(TIER_KNOWN_MS);
      for (const request of requests.filter((each) => each.tier === tier)) {
        outcomes.push(await measure(request, world, others, duration));
      }
    }
    for (const other of others) other.close();
    return outcomes;
  } finally {
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

function worldOf(worlds: ReadonlyMap<Tier, LargeWorld>, tier: Tier): LargeWorld {
  const world = worlds.get(tier);
  if (world === undefined) throw new Error(`There is no key of the tier ${tier}.`);
  return world;
}
