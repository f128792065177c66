type Port = {
  readonly send: (message: object) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
};

/** Gives the answer to a question of the other process. */
type AnswerTo = (kind: string, content: unknown) => unknown;

const ANSWER_TIMEOUT_MS = 1_000;

/** Questions and answers between two processes of one machine, in both directions. */
export class Channel {
  readonly #port: Port;
  readonly #answerTo: AnswerTo;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #asked = 0;

  constructor(port: Port, answerTo: AnswerTo) {
    this.#port = port;
    this.#answerTo = answerTo;
    port.onMessage((message) => void this.#receive(message));
  }

  /** The answer; undefined if it does not come in time. */
  ask(kind: string, content?: unknown, timeoutMs = ANSWER_TIMEOUT_MS): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => this.#end(id, undefined), timeoutMs).unref();
    this.#waiting.set(id, (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    this.#port.send({ question: id, kind, content });
    return promise;
  }

  #end(id: number, answer: unknown): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  async #receive(message: unknown): Promise<void> {
    if (typeof message !== 'object' || message === null) return;
    if ('answerTo' in message && typeof message.answerTo === 'number') {
      this.#end(message.answerTo, 'content' in message ? message.content : undefined);
    } else if ('question' in message && 'kind' in message) {
      const given = 'content' in message ? message.content : undefined;
      const content = await this.#answerTo(String(message.kind), given);
      this.#port.send({ answerTo: message.question, content });
    }
  }
}
