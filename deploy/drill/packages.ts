import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { installPackage, isRoot } from '../../tests/debian-packages.ts';

/** Debian's packages that the drill needs, each with a file of it. */
const PACKAGES: Readonly<Record<string, string>> = {
  postgresql: '/usr/lib/postgresql/*/bin/pg_rewind',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'redis-server': '/usr/bin/redis-server',
  iproute2: '/{usr/sbin,sbin,usr/bin,bin}/ip',
};

/** Installs what is missing; returns whether all is there. */
export function installPackages(): boolean {
  const missing = () => Object.keys(PACKAGES).filter((name) => !isInstalled(name));
  for (const name of missing()) installPackage(name);
  const names = missing().join(' ');
  if (names === '') return true;
  const why = isRoot() ? 'could not be installed' : 'only root can install them';
  process.stderr.write(`The drill needs packages of Debian; ${why}: ${names}\n`);
  return false;
}

/** Folder of the programs of the newest PostgreSQL. */
export function postgresFolder(): string {
  const [newest = ''] = globSync(PACKAGES['postgresql'] ?? '')
    .map(dirname)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return newest;
}

function isInstalled(name: string): boolean {
  const file = PACKAGES[name] ?? '';
  return existsSync(file) || globSync(file).length > 0;
}
