import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';

type ReplicatedDatabase = {
  readonly url: string;
  readonly replicaUrl: string;
  /** The replica receives changes and does not replay them. */
  readonly pauseReplay: () => Promise<void>;
  readonly resumeReplay: () => Promise<void>;
  /** Comes after the end of all that uses it. */
  readonly stop: () => Promise<void>;
};

/** A PostgreSQL with a streaming replica. `prepare` fills the primary first. */
export async function replicatedDatabase(
  prepare: (url: string) => Promise<void> = async () => {},
): Promise<ReplicatedDatabase> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'trackway-replica-'));
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')];
  const start = async (own: string) => {
    const postgres = await startEmbeddedPostgres({ folder: own, isDurable: false });
    resources.defer(postgres.stop);
    return postgres.url;
  };
  const url = await start(primaryFolder);
  await prepare(url);
  await copyCluster({ url, folder: primaryFolder }, replicaFolder);
  const replicaUrl = await start(replicaFolder);
  const replica = new pg.Client({ connectionString: replicaUrl });
  await replica.connect();
  resources.defer(() => replica.end());
  return {
    url,
    replicaUrl,
    pauseReplay: async () => void (await replica.query('select pg_wal_replay_pause()')),
    resumeReplay: async () => void (await replica.query('select pg_wal_replay_resume()')),
    stop: () => resources.disposeAsync(),
  };
}

/** A base back-up of a running embedded server, as `pg_basebackup -R` makes it. */
export async function copyCluster(
  { url, folder }: { readonly url: string; readonly folder: string },
  replicaFolder: string,
): Promise<void> {
  const to = join(replicaFolder, 'postgres');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // As the database of an operator, which waits for its (here forgetful) disk.
    await client.query('alter database trackway set synchronous_commit = on');
    await client.query("select pg_backup_start('replica', true)");
    await cp(join(folder, 'postgres'), to, {
      recursive: true,
      filter: (path) => !path.endsWith('postmaster.pid'),
    });
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  const { host, port, user } = client;
  await writeFile(join(to, 'standby.signal'), '');
  await writeFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\nwal_receiver_status_interval = 1\n`,
  );
}
