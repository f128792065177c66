import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { CountedWindows, WINDOW_SECONDS } from './domains/limits/index.ts';
import { assertPortsFree } from './http/listen.ts';
import { openSharedDatabase, type SharedDatabase } from './platform/database/index.ts';
import { OperatorError } from './platform/operator-error.ts';
import { Channel } from './platform/process/channel.ts';
import { joinMetrics } from './processes/metrics.ts';
import type { ServiceOptions } from './service/options.ts';
import type { RunningService, Service } from './service.ts';

const MOST_RESTART_PAUSE_MS = 30_000;
/** A process that ran for so long was well: its next restart does not wait longer than the first. */
const WELL_AFTER_MS = 60_000;

/** A process that starts does not answer yet; the one that asks waits a second. */
const OTHERS_TIMEOUT_MS = 500;

/** Facts that a process gets at its start. */
export type ProcessStart = {
  readonly isFirst: boolean;
  /** The embedded database, which the parent runs. */
  readonly databaseUrl: string | undefined;
};

/** Facts that a process reports once it listens. */
export type ProcessReady = Pick<Service, 'url' | 'firstAccess'>;

type OneProcess = { readonly worker: Worker; readonly channel: Channel };

/**
 * The service in several processes of one machine, which share the port. The parent answers no request: it runs the
 * embedded database, counts rate limits where there is no Redis, and starts a process again that ended.
 */
export async function startProcesses(
  config: Config,
  options: ServiceOptions,
): Promise<RunningService> {
  const database =
    config.databaseUrl === undefined
      ? await openSharedDatabase(config, config.processes, {
          ...options,
          beforeStart: () => assertPortsFree(config, undefined),
        })
      : undefined;
  const processes = new Processes(database, options);
  try {
    // The first one prepares the database; the others find it ready.
    const { url, firstAccess } = await processes.startFirst();
    await database?.announce(url);
    await processes.startOthers(config.processes - 1);
    return {
      url,
      firstAccess,
      leave: async () => {
        processes.leave();
        await sleep(config.lameDuckSeconds * 1_000, undefined, { ref: false });
      },
      stop: () => processes.stop(),
    };
  } catch (error) {
    await processes.stop();
    throw error;
  }
}

class Processes {
  readonly #database: SharedDatabase | undefined;
  readonly #options: ServiceOptions;
  readonly #windows = new CountedWindows(WINDOW_SECONDS * 1_000);
  readonly #running = new Map<number, OneProcess>();
  #stopping: Promise<void> | undefined;

  constructor(database: SharedDatabase | undefined, options: ServiceOptions) {
    this.#database = database;
    this.#options = options;
  }

  async startFirst(): Promise<ProcessReady> {
    const ready = await this.#start(1, true);
    if (ready === undefined) throw new OperatorError('The first process did not start.');
    void this.#restartAtEnd(1, 0);
    return ready;
  }

  async startOthers(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, at) => this.#keepRunning(at + 2)));
  }

  /** All processes leave at once, and end by themselves after their time. */
  leave(): void {
    this.#signal('SIGTERM');
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      const workers = [...this.#running.values()].map(({ worker }) => worker);
      this.#signal('SIGINT');
      await Promise.all(workers.map((worker) => once(worker, 'exit')));
      await this.#database?.close();
    })();
    return this.#stopping;
  }

  #signal(signal: NodeJS.Signals): void {
    for (const { worker } of this.#running.values()) worker.process.kill(signal);
  }

  /** Starts a process and returns what it reports; undefined if it ended before. */
  async #start(number: number, isFirst: boolean): Promise<ProcessReady | undefined> {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<ProcessReady | undefined>();
    const start: ProcessStart = { isFirst, databaseUrl: this.#database?.url };
    const port = {
      send: (message: object) => void (worker.isConnected() && worker.send(message)),
      onMessage: (listener: (message: unknown) => void) => void worker.on('message', listener),
    };
    const channel = new Channel(port, (kind, content) => {
      if (kind === 'START') return start;
      if (kind === 'READY' && isReady(content)) return ready.resolve(content);
      if (kind === 'COUNT') return this.#windows.count(String(content), 1);
      if (kind === 'GIVE_BACK') return this.#windows.count(String(content), -1);
      if (kind === 'METRICS') return this.#metrics(number, String(content));
      return undefined;
    });
    this.#running.set(number, { worker, channel });
    worker.once('exit', () => {
      this.#running.delete(number);
      ready.resolve(undefined);
    });
    return ready.promise;
  }

  async #keepRunning(number: number, pauseMs = 0): Promise<void> {
    if (this.#stopping !== undefined) return;
    await this.#start(number, false);
    void this.#restartAtEnd(number, pauseMs);
  }

  async #restartAtEnd(number: number, pauseMs: number): Promise<void> {
    const startedAtMs = performance.now();
    const worker = this.#running.get(number)?.worker;
    if (worker !== undefined) await once(worker, 'exit');
    if (this.#stopping !== undefined || worker?.process.exitCode === 0) return;
    this.#options.onProgress?.(`Process ${number} ended by itself; starting another one …`);
    const wasWell = performance.now() - startedAtMs > WELL_AFTER_MS;
    await sleep(wasWell ? 0 : pauseMs);
    const longer = Math.min(MOST_RESTART_PAUSE_MS, Math.max(1_000, 2 * pauseMs));
    await this.#keepRunning(number, wasWell ? 0 : longer);
  }

  async #metrics(asking: number, own: string): Promise<string> {
    const texts = await Promise.all(
      [...this.#running].map(
        async ([number, { channel }]): Promise<[number, unknown]> => [
          number,
          number === asking ? own : await channel.ask('METRICS', undefined, OTHERS_TIMEOUT_MS),
        ],
      ),
    );
    const known = texts.filter((pair): pair is [number, string] => typeof pair[1] === 'string');
    return joinMetrics(new Map(known.sort(([a], [b]) => a - b)));
  }
}

function isReady(content: unknown): content is ProcessReady {
  return typeof content === 'object' && content !== null && 'url' in content;
}
