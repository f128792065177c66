import { run } from './processes.ts';

/** A network of the drill's own: a bridge, and a namespace for each machine. */

const BRIDGE = 'drill';
/** No machine has it: what is sent there is lost, without an answer to the sender. */
const NOBODY = '02:00:00:00:00:99';

export const NETWORK = '10.77.0';
/** Address of this process, of the balancer and of the services. */
export const HERE = `${NETWORK}.1`;
/** Address that follows the primary. */
export const FLOATING = `${NETWORK}.100`;

export type Machine = { readonly name: string; readonly address: string };

const ip = (...words: readonly string[]) => run('ip', ...words);

export async function openNetwork(): Promise<void> {
  // Names of namespaces are files below /run, which others have too.
  await run('mount', '-t', 'tmpfs', 'tmpfs', '/run');
  await ip('link', 'set', 'lo', 'up');
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  await ip('addr', 'add', `${HERE}/24`, 'dev', BRIDGE);
  await ip('link', 'set', BRIDGE, 'up');
}

export async function addMachine(name: string, host: number): Promise<Machine> {
  const address = `${NETWORK}.${host}`;
  await ip('netns', 'add', name);
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', name, 'master', BRIDGE, 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  await ip('-n', name, 'link', 'set', 'eth0', 'up');
  return { name, address };
}

/** A command as a process of the machine. */
export function on({ name }: Machine, ...words: readonly string[]): string[] {
  return ['nsenter', `--net=/run/netns/${name}`, '--', ...words];
}

export async function signalAll({ name }: Machine, signal: NodeJS.Signals): Promise<void> {
  const pids = await ip('netns', 'pids', name);
  for (const pid of pids.split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // It ended since the list was made.
    }
  }
}

export async function setLink({ name }: Machine, state: 'up' | 'down'): Promise<void> {
  await ip('link', 'set', name, state);
}

/** Cuts one machine off from others, silently; all of them still reach everything else. */
export async function separate(one: Machine, others: readonly Machine[]): Promise<void> {
  for (const other of others) {
    await forget(one, other);
    await forget(other, one);
  }
}

export async function reunite(one: Machine, others: readonly Machine[]): Promise<void> {
  for (const other of others) {
    await ip('-n', one.name, 'neigh', 'del', other.address, 'dev', 'eth0');
    await ip('-n', other.name, 'neigh', 'del', one.address, 'dev', 'eth0');
  }
}

async function forget(one: Machine, { address }: Machine): Promise<void> {
  const place = ['lladdr', NOBODY, 'dev', 'eth0', 'nud', 'permanent'];
  await ip('-n', one.name, 'neigh', 'replace', address, ...place);
}

/** Moves the floating address, as keepalived or vip-manager does, and announces the move. */
export async function moveAddress(from: Machine | undefined, to: Machine): Promise<void> {
  const address = ['addr', 'del', `${FLOATING}/32`, 'dev', 'eth0'];
  if (from !== undefined) await ip('-n', from.name, ...address).catch(() => '');
  await ip('-n', to.name, 'addr', 'replace', `${FLOATING}/32`, 'dev', 'eth0');
  await ip('neigh', 'del', FLOATING, 'dev', BRIDGE).catch(() => '');
}
