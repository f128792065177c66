import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { receivePassports, replicatePassports } from './domains/backups/index.ts';
import { footprintExchange, PeerClient } from './domains/footprint-exchange/index.ts';
import { adapterOf, registerDuePassports } from './domains/registrations/index.ts';
import { createSender, resolveBySystem, startDispatcher } from './domains/webhooks/index.ts';
import { jobHandlers, periodicWork, resetHandlers, scheduledBackups } from './jobs.ts';
import type { BackupPlace } from './platform/backup/index.ts';
import type { Db } from './platform/database/index.ts';
import type { FilePlaces } from './platform/files/index.ts';
import { startJobRunner, startPeriodic } from './platform/jobs/index.ts';
import type { Logger } from './platform/log.ts';
import type { Services } from './rules/context.ts';

const EXCHANGE_EVERY_MS = 1_000;
const REGISTER_EVERY_MS = 1_000;
const PACKAGES_EVERY_MS = 1_000;

type WorkerDependencies = {
  readonly config: Config;
  readonly db: Db;
  readonly databaseUrl: string;
  readonly services: Services;
  readonly log: Logger;
  readonly backups: BackupPlace | undefined;
  readonly data: FilePlaces;
};

/** Starts jobs, periodic work, the exchange with partners and webhooks; `resources` ends them. */
export function startWorker(
  resources: AsyncDisposableStack,
  { config, db, databaseUrl, services, log, backups, data }: WorkerDependencies,
): void {
  const { disk, webhooks, footprints, publicUrls: urls } = services;
  const { allowedHosts } = webhooks;
  const { webhookProxyUrl: proxyUrl } = config;
  const mayStart = () => disk.refused === 'NOTHING';
  for (const handlers of [jobHandlers(services), resetHandlers(services)])
    resources.defer(startJobRunner(db, handlers, log, mayStart).close);
  const ownWork = scheduledBackups(config, databaseUrl, { place: backups, data });
  for (const work of [...periodicWork(db, services, config), ...ownWork])
    resources.defer(startPeriodic(work, log));
  const sender = createSender({ resolve: resolveBySystem, allowedHosts, proxyUrl });
  const peers = new PeerClient({ resolve: resolveBySystem, allowedHosts, proxyUrl });
  resources.defer(peers.close.bind(peers));
  const exchange = footprintExchange({ db, peers, box: footprints.box, urls, log });
  const name = 'exchanging footprints with partners';
  resources.defer(startPeriodic({ name, everyMs: EXCHANGE_EVERY_MS, work: exchange }, log));
  resources.defer(startDispatcher({ db, databaseUrl, box: webhooks.box, sender, log }).close);
  const { passportBackupFolder: folder } = config;
  if (folder !== undefined) {
    const work = replicatePassports({ db, trust: services.trust, folder: resolve(folder) }, log);
    const replication = { name: 'back-up of passports', everyMs: PACKAGES_EVERY_MS, work };
    resources.defer(startPeriodic(replication, log));
  }
  const { passportRegistry: registry, passportBackupUrl: backupUrl } = config;
  if (registry === undefined || backupUrl === undefined) return;
  const registering = registerDuePassports(
    { db, urls, adapter: adapterOf(registry), backupUrl },
    log,
  );
  const periodic = { name: 'registering passports', everyMs: REGISTER_EVERY_MS, work: registering };
  resources.defer(startPeriodic(periodic, log));
}

/** Work of an instance in the role of back-up: it takes the packages of another service. */
export function startReceiving(
  resources: AsyncDisposableStack,
  { config, db, log }: Pick<WorkerDependencies, 'config' | 'db' | 'log'>,
): void {
  const { passportBackupFolder: folder } = config;
  if (folder === undefined) return;
  const work = receivePassports({ db, folder: resolve(folder) }, log);
  const receiving = { name: 'taking packages of passports', everyMs: PACKAGES_EVERY_MS, work };
  resources.defer(startPeriodic(receiving, log));
}
