import type { IncomingMessage } from 'node:http';
import { CountedWindows, WINDOW_SECONDS } from '../../domains/limits/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { ClientAddress } from './client-address.ts';

/**
 * Work for one address within a minute that is not answered from a cache, in indexed reads: a scan of serial numbers
 * takes a tenth of a core at most, and so do pages, codes and verifications.
 */
const WORK_PER_MINUTE = 6_000;

/** An address has used up the work of its minute. */
export class OverBudget extends ApiError {
  constructor() {
    super('RATE_LIMITED', 'Too many requests from this address; try again in a minute.', {
      retryAfterSeconds: WINDOW_SECONDS,
    });
  }
}

/** Bounds the work that clients without a key cause, by their address. */
export class AddressBudget {
  readonly #clientAddress: ClientAddress;
  readonly #windows = new CountedWindows(WINDOW_SECONDS * 1000);

  constructor(clientAddress: ClientAddress) {
    this.#clientAddress = clientAddress;
  }

  addressOf(request: IncomingMessage): string {
    return this.#clientAddress(request);
  }

  /** Counts work before it is done; throws `OverBudget` if the address has no more of it in this minute. */
  spend(request: IncomingMessage, work: number): void {
    if (this.#windows.count(this.addressOf(request), work).count > WORK_PER_MINUTE)
      throw new OverBudget();
  }
}
