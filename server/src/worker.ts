import type { Config } from './config.ts';
import {
  type Deliver,
  deliverByHttp,
  deliverToFiles,
  receivePassports,
  replicatePassports,
} from './domains/backups/index.ts';
import { footprintExchange, PeerClient } from './domains/footprint-exchange/index.ts';
import { adapterOf, registerDuePassports } from './domains/registrations/index.ts';
import { SendingThread, startDispatcher } from './domains/webhooks/index.ts';
import { jobHandlers, periodicWork, resetHandlers, scheduledBackups } from './jobs.ts';
import { type BackupPlace, backupPlace } from './platform/backup/index.ts';
import type { Db } from './platform/database/index.ts';
import type { FilePlaces, Files } from './platform/files/index.ts';
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
  const { allowedHosts, resolve } = webhooks;
  const { webhookProxyUrl: proxyUrl } = config;
  const mayStart = () => disk.refused === 'NOTHING';
  for (const handlers of [jobHandlers(services), resetHandlers(services)])
    resources.defer(startJobRunner(db, handlers, log, mayStart).close);
  const ownWork = scheduledBackups(config, databaseUrl, { place: backups, data });
  for (const work of [...periodicWork(db, services, config), ...ownWork])
    resources.defer(startPeriodic(work, log));
  const sender = new SendingThread({ allowedHosts, proxyUrl }, (error) =>
    log.error(error, 'the thread that posts webhooks ended'),
  );
  const peers = new PeerClient({ resolve, allowedHosts, proxyUrl });
  resources.defer(peers.close.bind(peers));
  const exchange = footprintExchange({ db, peers, box: footprints.box, urls, log });
  const name = 'exchanging footprints with partners';
  resources.defer(startPeriodic({ name, everyMs: EXCHANGE_EVERY_MS, work: exchange }, log));
  resources.defer(startDispatcher({ db, databaseUrl, box: webhooks.box, sender, log }).close);
  const { passportBackupFolder: folder } = config;
  if (folder !== undefined) {
    const deliver = deliveryTo(resources, folder, config);
    const work = replicatePassports({ db, trust: services.trust, deliver }, log);
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

/** The way to the second operator, by the form of its address. */
function deliveryTo(resources: AsyncDisposableStack, address: string, config: Config): Deliver {
  const { passportBackupToken: token, s3 } = config;
  if (token !== undefined && /^https?:/.test(address)) return deliverByHttp(address, token);
  const place = backupPlace(address, s3);
  resources.defer(place.close);
  return deliverToFiles(place.files);
}

/**
 * In the role of back-up, starts taking the packages of another service. Returns their place, into which the other service
 * sends them by HTTP if there is a token; undefined in other roles.
 */
export function startReceiving(
  resources: AsyncDisposableStack,
  { config, db, log }: Pick<WorkerDependencies, 'config' | 'db' | 'log'>,
): { readonly files: Files; readonly token: string | undefined } | undefined {
  const { role, passportBackupFolder: address, passportBackupToken: token, s3 } = config;
  if (role !== 'backup' || address === undefined) return undefined;
  const { files, close } = backupPlace(address, s3);
  resources.defer(close);
  const work = receivePassports({ db, files }, log);
  const receiving = { name: 'taking packages of passports', everyMs: PACKAGES_EVERY_MS, work };
  resources.defer(startPeriodic(receiving, log));
  return { files, token };
}
