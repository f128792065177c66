import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Outgoing, Sender, SendReport } from './send.ts';

export type SendingThreadData = {
  readonly allowedHosts: ReadonlySet<string>;
  /** An HTTP proxy that all connections go through. */
  readonly proxyUrl: string | undefined;
};

export type Posted = { readonly id: number; readonly outgoing: Outgoing };
export type Sent = { readonly id: number; readonly report: SendReport };
export const CLOSE = 'close';

/** Two thousand answers in flight take less. */
const HEAP_MB = 128;
/** Half a space of young objects, of which V8 keeps two (`work-pool.ts`). */
const YOUNG_MB = 2;

type Attempt = {
  readonly startedAtMs: number;
  readonly end: (report: SendReport) => void;
};

const FAULT = 'The service ended the connection because of a fault of its own.';

/**
 * Posts webhooks from a thread of its own, which starts with the first of them. A connection by TLS takes 1 to 3 ms of CPU time,
 * and receivers can let hundreds of them continue in one turn of an event loop, which here delays nobody else.
 */
export class SendingThread implements Sender {
  readonly #data: SendingThreadData;
  readonly #onFault: (error: unknown) => void;
  readonly #attempts = new Map<number, Attempt>();
  #thread: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #posted = 0;

  /** `onFault` gets the error that ended the thread. */
  constructor(data: SendingThreadData, onFault: (error: unknown) => void) {
    this.#data = data;
    this.#onFault = onFault;
  }

  /** @throws if the system gives no thread */
  async send(outgoing: Outgoing): Promise<SendReport> {
    this.#thread ??= this.#start();
    this.#posted += 1;
    const posted: Posted = { id: this.#posted, outgoing };
    const { promise, resolve: end } = Promise.withResolvers<SendReport>();
    this.#attempts.set(posted.id, { startedAtMs: performance.now(), end });
    this.#thread.postMessage(posted);
    return promise;
  }

  /** Cuts all connections; the attempts end with what was received. */
  async close(): Promise<void> {
    this.#thread?.postMessage(CLOSE);
    await this.#ended;
  }

  #start(): Worker {
    setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`);
    const thread = new Worker(new URL('./sending-thread.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    thread.on('message', ({ id, report }: Sent) => {
      this.#attempts.get(id)?.end(report);
      this.#attempts.delete(id);
    });
    thread.on('error', this.#onFault);
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const attempt of this.#attempts.values()) attempt.end(lost(attempt));
      this.#attempts.clear();
      resolve();
    });
    thread.unref();
    return thread;
  }
}

/**
 * The report of an attempt whose thread ended: it failed, though the receiver may have got it. An attempt that counts comes again
 * later each time, should its answer be what ends the thread.
 */
function lost({ startedAtMs }: Attempt): SendReport {
  return {
    response: null,
    failure: 'CONNECTION_LOST',
    message: FAULT,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: null,
    totalMs: performance.now() - startedAtMs,
  };
}
