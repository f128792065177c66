import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export type AnswerLimits = {
  /** Time from the request to the end of its answer. */
  readonly answerMs: number;
  /** An answer is cut off, with its connection, when so much of it was read. */
  readonly readBytes: number;
  /** The beginning of the answer that is kept. */
  readonly keptBytes: number;
};

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first `keptBytes`. */
  readonly body: Buffer;
  readonly isCut: boolean;
  /** Time to the head of the answer. */
  readonly firstByteMs: number;
};

/** No complete answer within `answerMs`. */
export class AnswerTimeout extends Error {}

/** The answer began and ended too early; `cause` says how. */
export class AnswerLost extends Error {
  readonly begun: Answer;

  constructor(cause: Error, begun: Answer) {
    super(cause.message, { cause });
    this.begun = begun;
  }
}

const MOST_HINTS = 10;
const NOTHING = Buffer.alloc(0);
/** More than most answers have. */
const FIRST_BYTES = 4_096;

class EnoughRead extends Error {}

/**
 * One request and the beginning of its answer. It takes the calls of undici's parser, because a stream, a signal and
 * a controller for each request cost as much as all the rest of a delivery.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #limits: AnswerLimits;
  readonly #startedAt = performance.now();
  readonly #settle = Promise.withResolvers<Answer>();
  readonly #timer: NodeJS.Timeout;
  readonly #kept: Beginning;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<Answer, 'status' | 'headers' | 'firstByteMs'> | undefined;
  #readBytes = 0;
  #hints = 0;
  #late: AnswerTimeout | undefined;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
    this.#kept = new Beginning(limits.keptBytes);
    this.answer = this.#settle.promise;
    this.#timer = setTimeout(() => this.#expire(), limits.answerMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection until now.
    if (this.#late !== undefined) controller.abort(this.#late);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status >= 200) {
      this.#head = { status, headers, firstByteMs: performance.now() - this.#startedAt };
      return;
    }
    // 1xx comes before the answer; a stream of it would keep the parser busy for as long as an answer may take.
    this.#hints += 1;
    if (this.#hints > MOST_HINTS)
      controller.abort(new Error('More than 10 informational answers (1xx).'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#kept.add(chunk);
    this.#readBytes += chunk.length;
    if (this.#readBytes < this.#limits.readBytes) return;
    this.#end(true);
    controller.abort(new EnoughRead());
  }

  onResponseEnd(): void {
    this.#end(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    clearTimeout(this.#timer);
    const begun = this.#answerSoFar(true);
    this.#settle.reject(begun === undefined ? error : new AnswerLost(error, begun));
  }

  #end(isCut: boolean): void {
    clearTimeout(this.#timer);
    const answer = this.#answerSoFar(isCut);
    if (answer === undefined)
      throw new Error('The parser gave the end of an answer without its head.');
    this.#settle.resolve(answer);
  }

  #answerSoFar(isCut: boolean): Answer | undefined {
    if (this.#head === undefined) return undefined;
    return { ...this.#head, body: this.#kept.bytes(), isCut };
  }

  #expire(): void {
    const seconds = this.#limits.answerMs / 1_000;
    this.#late = new AnswerTimeout(`No complete answer within ${seconds} seconds.`);
    this.#fail(this.#late);
    this.#controller?.abort(this.#late);
  }
}

/**
 * The first bytes of an answer, copied: a piece of it can be a single byte and keeps all that came with it from the network,
 * 64 kB.
 */
class Beginning {
  readonly #most: number;
  #bytes = NOTHING;
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    const length = Math.min(this.#length + chunk.length, this.#most);
    if (length > this.#bytes.length) this.#grow(length);
    chunk.copy(this.#bytes, this.#length, 0, length - this.#length);
    this.#length = length;
  }

  #grow(least: number): void {
    const grown = Math.max(least, FIRST_BYTES, 2 * this.#bytes.length);
    const larger = Buffer.allocUnsafe(Math.min(grown, this.#most));
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
