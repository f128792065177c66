import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../platform/operator-error.ts';
import type { HttpServer } from './server.ts';

type ListenOptions = {
  readonly host: string;
  readonly port: number;
  readonly setting: 'PORT' | 'METRICS_PORT';
  /** The other processes of the service, which share the port. */
  readonly siblings: { readonly isFirst: boolean } | undefined;
};

/**
 * Listens and returns the address. Each of several processes has a socket of its own on the port (SO_REUSEPORT): the
 * kernel closes the connections of one that is killed, where a parent that hands them on would leave some open for ever.
 */
export async function listen(app: HttpServer, options: ListenOptions): Promise<string> {
  const { host, port, siblings } = options;
  if (siblings?.isFirst === true) await assertCanListen(options);
  const own = { host, port, ...(siblings && { exclusive: true, reusePort: true }) };
  return app.listen(own).catch((error: unknown) => refuse(error, options));
}

/** Throws a sentence if a port of the service cannot be listened on. */
export async function assertPortsFree(
  config: {
    readonly host: string;
    readonly port: number;
    readonly metricsPort: number | undefined;
  },
  siblings: ListenOptions['siblings'],
): Promise<void> {
  const { host, port, metricsPort } = config;
  await assertCanListen({ host, port, setting: 'PORT', siblings });
  if (metricsPort !== undefined)
    await assertCanListen({ host, port: metricsPort, setting: 'METRICS_PORT', siblings });
}

/** Throws a sentence if the port cannot be listened on, which a second service could also share unnoticed. */
async function assertCanListen(options: ListenOptions): Promise<void> {
  const { host, port, siblings } = options;
  if (siblings?.isFirst === false || port === 0) return;
  const probe = createServer().listen({ host, port, exclusive: true });
  await once(probe, 'listening').catch((error: unknown) => refuse(error, options));
  probe.close();
  await once(probe, 'close');
}

function refuse(error: unknown, { host, port, setting }: ListenOptions): never {
  if (!(error instanceof Error && 'code' in error)) throw error;
  throw new OperatorError(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program: set ${setting} to a free one.`
      : `Nothing can listen on port ${port} of ${host}: ${error.message}. Set HOST or ${setting} otherwise.`,
  );
}
