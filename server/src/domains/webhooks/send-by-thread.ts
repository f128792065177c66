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

type Attempt = PromiseWithResolvers<SendReport>;

/**
 * Posts webhooks from a thread of its own, which starts with the first of them. A connection by TLS takes 1 to 3 ms of CPU time,
 * and receivers can let hundreds of them continue in one turn of an event loop, which here delays nobody else.
 */
export class SendingThread implements Sender {
  readonly #data: SendingThreadData;
  readonly #attempts = new Map<number, Attempt>();
  #thread: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #posted = 0;

  constructor(data: SendingThreadData) {
    this.#data = data;
  }

  /** @throws if the thread ends: nothing is known of the attempt then */
  send(outgoing: Outgoing): Promise<SendReport> {
    this.#thread ??= this.#start();
    this.#posted += 1;
    const posted: Posted = { id: this.#posted, outgoing };
    const attempt = Promise.withResolvers<SendReport>();
    this.#attempts.set(posted.id, attempt);
    this.#thread.postMessage(posted);
    return attempt.promise;
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
    let cause: unknown;
    thread.on('message', ({ id, report }: Sent) => {
      this.#attempts.get(id)?.resolve(report);
      this.#attempts.delete(id);
    });
    thread.on('error', (error) => {
      cause = error;
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const { reject } of this.#attempts.values())
        reject(new Error('The thread that posts webhooks ended.', { cause }));
      this.#attempts.clear();
      resolve();
    });
    thread.unref();
    return thread;
  }
}
