import type { ServerResponse } from 'node:http';
import { ReadingBudget } from '../../platform/database/index.ts';
import type { LargeAnswer } from '../../rules/context.ts';
import { ApiError, requestTimeout } from '../../rules/errors/api-error.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import { readTooMuch } from '../respond.ts';
import { AnswerTooLarge } from './answer-json.ts';

const {
  answerBytes: MOST_BYTES,
  answerObjects: MOST_OBJECTS,
  answerErrors: MOST_ERRORS,
} = REQUEST_LIMITS;

/**
 * Bounds the values of an answer. Those of a query are stopped as soon as its refusal is certain, so that it does not
 * go on to complete what nobody gets: rows of 1 MB may be repeated in thousands of lines.
 */
export class BoundedAnswer implements LargeAnswer {
  readonly #stopping = new AbortController();
  readonly budget = new ReadingBudget(MOST_BYTES, {
    isLarge: true,
    onSpent: () => this.stop(readTooMuch()),
  });
  #answerBytes = 0;
  #objects = 0;
  #written = 0;
  #errors = 0;

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  addToAnswer(bytes: number, objects: number): void {
    this.#answerBytes += bytes;
    this.#objects += objects;
    if (this.#objects > MOST_OBJECTS) this.stop(tooManyObjects());
    else if (this.#answerBytes > MOST_BYTES) this.stop(new AnswerTooLarge(MOST_BYTES));
  }

  addWritten(characters: number): void {
    this.#written += characters;
    if (this.#written > MOST_BYTES) this.stop(new AnswerTooLarge(MOST_BYTES));
  }

  addError(): void {
    this.#errors += 1;
    if (this.#errors > MOST_ERRORS) this.stop(tooManyErrors());
  }

  stop(refusal: ApiError): void {
    this.budget.spend();
    this.#stopping.abort(refusal);
  }

  /** Stops when the client is gone before its answer. */
  stopWithout(response: ServerResponse): void {
    const abandon = () => {
      if (!response.writableEnded) this.stop(requestTimeout());
    };
    if (response.closed) abandon();
    else response.once('close', abandon);
  }

  /** Result of a query, or its refusal as soon as it is stopped. */
  async result<Result>(execute: () => Promise<Result> | Result): Promise<Result> {
    const { signal } = this;
    signal.throwIfAborted();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([stopped, execute()]);
    } finally {
      // Connections that were opened meanwhile keep the budget for as long as they live: it must not keep the answer.
      signal.removeEventListener('abort', stop);
    }
  }
}

function tooManyObjects(): ApiError {
  return new ApiError(
    'QUERY_TOO_COMPLEX',
    `The answer has more than ${MOST_OBJECTS.toLocaleString('en')} objects in lists. Ask for smaller pages or fewer lists.`,
    { maxObjects: MOST_OBJECTS },
  );
}

function tooManyErrors(): ApiError {
  return new ApiError(
    'QUERY_TOO_COMPLEX',
    `More than ${MOST_ERRORS.toLocaleString('en')} fields of the answer have an error. Ask for fewer objects, or for less of them.`,
    { maxErrors: MOST_ERRORS },
  );
}
