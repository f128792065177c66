import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { databaseUrlOf, followPrimary, SERVICE_URL, startBalancer } from './balancer.ts';
import { startCluster } from './cluster.ts';
import type { Parts } from './faults.ts';
import { startImport, untilEnded } from './jobs.ts';
import { openNetwork } from './network.ts';
import { until } from './processes.ts';
import { startRedis } from './redis.ts';
import { startServices } from './services.ts';

const CATALOGUE_ROWS = 8_000;

/** Starts everything in a folder; products to calculate are in the sandbox of the service. */
export async function startParts(folder: string): Promise<Parts> {
  await openNetwork();
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'files'));
  const cluster = await startCluster(folder, randomBytes(12).toString('hex'));
  const redis = await startRedis(folder);
  await startBalancer(folder, cluster);
  followPrimary(cluster);
  // The balancer takes every machine for the primary until its first checks have failed.
  await until(() => createDatabase(databaseUrlOf(cluster, 'balancer')), {
    description: 'A way to the primary',
    seconds: 30,
  });
  const services = await startServices({
    folder,
    databaseUrl: databaseUrlOf(cluster, 'balancer'),
    redisUrl: redis.url,
  });
  await fillCatalogue(services.keys.sandbox);
  return { cluster, redis, services };
}

async function createDatabase(url: string): Promise<boolean> {
  const maintenance = url.replace(/trackway$/, 'postgres');
  const db = await openDatabase({ url: maintenance, pipelines: 1, poolSize: 1 });
  try {
    await query(db, 'create database trackway');
    return true;
  } finally {
    await db.destroy();
  }
}

async function fillCatalogue(key: string): Promise<void> {
  const components = [{ material: 'cotton fibre', massKg: 0.2, originCountry: 'IN' }];
  const rows = Array.from({ length: CATALOGUE_ROWS }, (_, number) => {
    const name = `catalogue ${number}`;
    return { externalId: name, name, components };
  });
  const url = `${SERVICE_URL}/sandbox/graphql`;
  const [end] = await untilEnded([await startImport({ url, key }, 'catalogue', rows)]);
  if (end?.state !== 'COMPLETED' || end.failed > 0)
    throw new Error(`The catalogue could not be imported: ${JSON.stringify(end)}`);
}
