import { AddressBudget } from './address-budget.ts';
import type { ClientAddress } from './client-address.ts';
import { RequestBodies } from './request-bodies.ts';
import { Transfers } from './transfers.ts';
import { UnreadAnswers } from './unread-answers.ts';

const MB = 1024 ** 2;

/** Bounds of the memory and work that clients take by sending much, sending or reading slowly, or without a key. */
export type Bounds = {
  /** Bodies of known callers, by organization. */
  readonly bodies: RequestBodies;
  /** Bodies of clients without a key, by address. */
  readonly strangersBodies: RequestBodies;
  readonly budget: AddressBudget;
  readonly unread: UnreadAnswers;
  readonly transfers: Transfers;
  readonly close: () => void;
};

/** The bounds of a process, which its endpoints share. */
export function createBounds(clientAddress: ClientAddress): Bounds {
  const bodies = new RequestBodies({ inAll: 8 * MB, perTenant: 2 * MB });
  const strangersBodies = new RequestBodies({ inAll: 4 * MB, perTenant: MB });
  return {
    bodies,
    strangersBodies,
    budget: new AddressBudget(clientAddress),
    unread: new UnreadAnswers(),
    transfers: new Transfers(),
    close: () => {
      bodies.close();
      strangersBodies.close();
    },
  };
}
