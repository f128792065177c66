import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, PATRONI_PORT } from './cluster.ts';
import { FLOATING, HERE, type Machine, moveAddress } from './network.ts';
import { ask, launchElsewhere } from './processes.ts';

/** Ways to the primary, and the address of the services. */

export const SERVICE_URL = `http://${HERE}:8000`;
export const SERVICE_PORTS = [4001, 4002, 4003];

export type Route = 'balancer' | 'address' | 'hosts';

/** `DATABASE_URL` of the services. */
export function databaseUrlOf({ members, password }: Cluster, route: Route): string {
  const hosts = {
    balancer: `${HERE}:5432`,
    address: `${FLOATING}:5432`,
    hosts: members.map(({ address }) => `${address}:5432`).join(),
  }[route];
  return `postgresql://postgres:${password}@${hosts}/trackway`;
}

/** HAProxy as docs/operations/failover.md describes it. */
export async function startBalancer(folder: string, { members }: Cluster): Promise<void> {
  const file = join(folder, 'haproxy.cfg');
  const databases = members.map(
    ({ name, address }) => `  server ${name} ${address}:5432 check port ${PATRONI_PORT}`,
  );
  const services = SERVICE_PORTS.map((port) => `  server service-${port} 127.0.0.1:${port} check`);
  await writeFile(
    file,
    `global
  maxconn 4000
defaults
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen postgres
  mode tcp
  bind ${HERE}:5432
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join('\n')}
listen trackway
  mode http
  bind ${HERE}:8000
  option httpchk GET /readyz
  http-check expect status 200
  http-error status 503 content-type text/plain string "No process is ready." hdr Retry-After 2
  option redispatch 1
  retries 3
  default-server inter 500ms fall 2 rise 1
${services.join('\n')}
`,
  );
  launchElsewhere(['haproxy', '-db', '-f', file], join(folder, 'haproxy.log'));
}

const LOOK_MS = 500;

/** Keeps the floating address on the primary; returns the end of that. */
export function followPrimary({ members }: Cluster): () => void {
  let holder: Machine | undefined;
  let isLooking = false;
  const look = async () => {
    const answers = await Promise.all(
      members.map(({ address }) => ask(`http://${address}:${PATRONI_PORT}/primary`)),
    );
    const primaries = members.filter((_, position) => answers[position]?.status === 200);
    const [primary] = primaries;
    // A machine that was cut off says for a while that it is still the primary.
    if (primary === undefined || primaries.length > 1 || primary === holder) return;
    await moveAddress(holder, primary);
    holder = primary;
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A move that fails, such as to a machine that just went, is tried again.
    void look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  return () => clearInterval(timer);
}
