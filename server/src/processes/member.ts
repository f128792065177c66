import type { Config } from '../config.ts';
import type { SharedCounts } from '../domains/limits/index.ts';
import { Channel } from '../platform/process/channel.ts';
import type { ProcessReady, ProcessStart } from '../processes.ts';
import type { ServiceOptions } from '../service/options.ts';
import { type Service, startService } from '../service.ts';

const START_TIMEOUT_MS = 30_000;
/** As for Redis: a request does not wait longer for its count. */
const COUNT_TIMEOUT_MS = 250;

/** One of several processes of the service (`startProcesses` is their parent). */
export async function startProcess(config: Config, options: ServiceOptions): Promise<Service> {
  let ownMetrics: () => Promise<string> = async () => '';
  const channel = new Channel(
    {
      send: (message) => void (process.connected && process.send?.(message)),
      onMessage: (listener) => void process.on('message', listener),
    },
    (kind) => (kind === 'METRICS' ? ownMetrics() : undefined),
  );
  const start = await channel.ask('START', undefined, START_TIMEOUT_MS);
  if (!isStart(start)) throw new Error('The parent of this process does not answer.');
  const service = await startService(config, {
    ...options,
    siblings: {
      ...start,
      limits: countsOfParent(channel),
      allMetrics: (own) => {
        ownMetrics = own;
        return async () => String((await channel.ask('METRICS', await own())) ?? '');
      },
    },
  });
  const { url, firstAccess } = service;
  void channel.ask('READY', { url, firstAccess } satisfies ProcessReady);
  return service;
}

function countsOfParent(channel: Channel): SharedCounts {
  return {
    isShared: true,
    untilKnown: async () => {},
    count: async (name, more) => {
      const counted = await channel.ask(more === 1 ? 'COUNT' : 'GIVE_BACK', name, COUNT_TIMEOUT_MS);
      return isCount(counted) ? counted : undefined;
    },
    close: () => {},
  };
}

function isStart(content: unknown): content is ProcessStart {
  return typeof content === 'object' && content !== null && 'isFirst' in content;
}

function isCount(content: unknown): content is { count: number; endsInMs: number } {
  return typeof content === 'object' && content !== null && 'endsInMs' in content;
}
