import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAs } from '../../server/src/platform/database/embedded/run-as.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { addMachine, type Machine, NETWORK, on, signalAll } from './network.ts';
import { postgresFolder } from './packages.ts';
import { ask, launchElsewhere, until } from './processes.ts';

/** Three machines, each with etcd, Patroni and PostgreSQL; both replicas confirm each commit. */

export type Member = Machine & {
  readonly folder: string;
  readonly start: () => Promise<void>;
};

export type Cluster = {
  readonly members: readonly Member[];
  readonly password: string;
  /** The member that takes writes by its own account. */
  readonly primary: () => Promise<Member>;
  readonly synchronousReplica: () => Promise<Member>;
  /** True if all members agree: one leader, and synchronous replicas that stream from it. */
  readonly isWhole: () => Promise<boolean>;
};

type Role = { readonly name: string; readonly role: string; readonly state: string };

const NAMES = ['db1', 'db2', 'db3'];
const FIRST_HOST = 11;
export const PATRONI_PORT = 8008;
const ETCD_PORT = 2379;
const ETCD_PEER_PORT = 2380;
/** In memory: etcd loses its leader where others keep the disk busy, and wants a disk of its own. */
const ETCD_FOLDER = '/run';
/** Otherwise the other replica may have received more than the one that is promoted, and is rewound before it confirms a write. */
const SYNCHRONOUS = NAMES.length - 1;
/** Seconds. Patroni 4 raises `ttl` to 20: there a dead machine is replaced 13 s later. */
const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 };
const WHOLE_SECONDS = 120;
const FIND_SECONDS = 30;

export async function startCluster(folder: string, password: string): Promise<Cluster> {
  const machines = await Promise.all(
    NAMES.map((name, position) => addMachine(name, FIRST_HOST + position)),
  );
  const prefix = await runAs(folder);
  const members = machines.map((machine): Member => {
    const own = join(folder, machine.name);
    const place = { own, password, prefix };
    return { ...machine, folder: own, start: () => startMember(machine, machines, place) };
  });
  const cluster: Cluster = {
    members,
    password,
    primary: () => find(members, ({ role }) => role === 'leader'),
    synchronousReplica: () => find(members, ({ role }) => role === 'sync_standby'),
    isWhole: async () => (await isWhole(members)) && (await areStreaming(members, password)),
  };
  for (const member of members) await member.start();
  await until(cluster.isWhole, { description: 'A whole cluster', seconds: WHOLE_SECONDS });
  return cluster;
}

type Place = {
  readonly own: string;
  readonly password: string;
  /** Words before a program that must not run as root. */
  readonly prefix: readonly string[];
};

async function startMember(
  machine: Machine,
  machines: readonly Machine[],
  place: Place,
): Promise<void> {
  const { own, prefix } = place;
  await mkdir(own, { recursive: true });
  const file = join(own, 'patroni.json');
  await writeFile(file, JSON.stringify(patroniSettings(machine, machines, place)));
  launchElsewhere(on(machine, ...etcdCommand(machine, machines)), join(own, 'etcd.log'));
  launchElsewhere(on(machine, ...prefix, 'patroni', file), join(own, 'patroni.log'));
}

/** Kills the postmaster only, as the kernel does when memory runs out. */
export async function killPostgres({ folder }: Member): Promise<void> {
  const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

export async function killMachine(member: Member): Promise<void> {
  await signalAll(member, 'SIGKILL');
}

/** Asks Patroni to hand the primary's role over to the synchronous replica. */
export async function switchOver(cluster: Cluster): Promise<void> {
  const [leader, candidate] = await Promise.all([cluster.primary(), cluster.synchronousReplica()]);
  const response = await fetch(`http://${leader.address}:${PATRONI_PORT}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
  });
  if (!response.ok) throw new Error(`The switchover was refused: ${await response.text()}`);
}

async function find(
  members: readonly Member[],
  isWanted: (role: Role) => boolean,
): Promise<Member> {
  let found: Member | undefined;
  const look = async () => {
    for (const asked of members) {
      const wanted = (await rolesOf(asked)).find(isWanted);
      found = members.find(({ name }) => name === wanted?.name);
      if (found !== undefined) return true;
    }
    return false;
  };
  await until(look, { description: 'The role of a member', seconds: FIND_SECONDS });
  if (found === undefined) throw new Error('No member of the cluster knows it.');
  return found;
}

async function rolesOf({ address }: Machine): Promise<readonly Role[]> {
  const response = await ask(`http://${address}:${PATRONI_PORT}/cluster`);
  if (response === undefined) return [];
  const { members = [] }: { members?: readonly Role[] } = JSON.parse(await response.text());
  return members;
}

async function isWhole(members: readonly Member[]): Promise<boolean> {
  const views = await Promise.all(members.map(rolesOf));
  return views.every((roles) => {
    const of = (wanted: string) => roles.filter(({ role }) => role === wanted).length;
    const isRunning = ({ state }: Role) => state === 'running' || state === 'streaming';
    const areAllThere = roles.length === members.length && roles.every(isRunning);
    return areAllThere && of('leader') === 1 && of('sync_standby') === SYNCHRONOUS;
  });
}

/** Patroni counts a replica as running that does not follow the primary yet. */
async function areStreaming(members: readonly Member[], password: string): Promise<boolean> {
  const { address } = await find(members, ({ role }) => role === 'leader');
  const url = `postgresql://postgres:${password}@${address}:5432/postgres`;
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  try {
    const [row] = await query<{ count: number }>(
      db,
      `select count(*)::int as count from pg_stat_replication where state = 'streaming'`,
    );
    return row?.count === members.length - 1;
  } finally {
    await db.destroy();
  }
}

function etcdCommand({ name, address }: Machine, machines: readonly Machine[]): string[] {
  const peers = machines.map((each) => `${each.name}=http://${each.address}:${ETCD_PEER_PORT}`);
  const client = `http://${address}:${ETCD_PORT}`;
  const peer = `http://${address}:${ETCD_PEER_PORT}`;
  return [
    'etcd',
    `--name=${name}`,
    `--data-dir=${join(ETCD_FOLDER, name)}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${peers.join()}`,
    '--enable-v2',
  ];
}

function ownFirst(own: string, machines: readonly Machine[]): string[] {
  return [own, ...machines.map(({ address }) => address).filter((address) => address !== own)];
}

function admit(addresses: string): string[] {
  return ['all', 'replication'].map(
    (database) => `host ${database} all ${addresses} scram-sha-256`,
  );
}

function patroniSettings(
  { name, address }: Machine,
  machines: readonly Machine[],
  { own, password }: Place,
) {
  return {
    scope: 'drill',
    name,
    restapi: {
      listen: `${address}:${PATRONI_PORT}`,
      connect_address: `${address}:${PATRONI_PORT}`,
    },
    // The older interface of etcd: with the newer one, Patroni 3.0 takes the role back after a pause without asking who has it.
    etcd: {
      hosts: ownFirst(address, machines).map((each) => `${each}:${ETCD_PORT}`),
      // Keeps the order: otherwise half of the replicas wait for the etcd of the machine that went, before they notice that.
      use_proxies: true,
    },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        // Otherwise a new primary confirms commits alone until a replica follows it: a second failure would lose them.
        synchronous_mode_strict: true,
        synchronous_node_count: SYNCHRONOUS,
        // A crashed postmaster is started again on its machine for so long, before another one is promoted.
        primary_start_timeout: 5,
        postgresql: {
          use_pg_rewind: true,
          // A new primary makes the slots of the others only some rounds after its promotion: without them they follow it at once.
          use_slots: false,
          // WAL for replicas that were away, and for pg_rewind: otherwise they are copied anew.
          parameters: {
            max_connections: 300,
            wal_keep_size: '1GB',
            // By default every commit waits for a minute for a replica that went without a word.
            wal_sender_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: '*:5432',
      connect_address: `${address}:5432`,
      data_dir: join(own, 'data'),
      bin_dir: postgresFolder(),
      pgpass: join(own, 'pgpass'),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      parameters: {
        unix_socket_directories: '',
        // By default a replica looks for its new primary every 5 s, and no write is confirmed until it has found it.
        wal_retrieve_retry_interval: '500ms',
      },
      pg_hba: ['127.0.0.1/32', `${NETWORK}.0/24`].flatMap(admit),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
    },
  };
}
