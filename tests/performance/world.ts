import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from './database.ts';
import { LARGE_SIZE, prepareForPeers, SMALL_SIZE } from './dataset.ts';
import { installPeers, type PeerServers, startPeers } from './peer-servers.ts';
import { type Customer, startTrackway } from './trackway.ts';

const FIRST_PEER_PORT = 24_000;

/** Everything that is measured, started and filled. */
export type World = {
  readonly databasePid: number;
  readonly peers: PeerServers;
  /** The customer with 200,000 products, which the peers read too. */
  readonly large: Customer;
  /** The customer with 10,000 products. */
  readonly small: Customer;
};

/** Builds the world, does the work in it, and takes it down again. */
export async function inWorld<Result>(work: (world: World) => Promise<Result>): Promise<Result> {
  installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'trackway-bench-'));
  await using endings = new AsyncDisposableStack();
  endings.defer(() => rm(folder, { recursive: true }));
  const database = await startDatabase(folder);
  endings.defer(database.stop);
  const trackway = await startTrackway(database, folder);
  endings.defer(trackway.stop);
  const large = await trackway.addCustomer('Large', LARGE_SIZE);
  const small = await trackway.addCustomer('Small', SMALL_SIZE);
  await prepareForPeers(database);
  const peers = await startPeers({
    databaseUrl: database.url,
    tenant: large.tenant,
    firstPort: FIRST_PEER_PORT,
    logFolder: folder,
  });
  for (const peer of Object.values(peers)) endings.defer(peer.stop);
  return await work({ databasePid: database.pid, peers, large, small });
}
