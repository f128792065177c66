import { decodeId } from '../../platform/ids.ts';
import type { Context, PersonIdentity } from '../context.ts';

/** The one who causes a change, as the audit log names it. */
export type Actor = PersonActor | KeyActor | { readonly kind: 'COMMAND_LINE' | 'SYSTEM' };

type PersonActor = Omit<PersonIdentity, 'kind'> & {
  readonly kind: 'PERSON';
  /** Uuid of the request; null for changes that are no request of the API, such as joining. */
  readonly requestId: string | null;
};

type KeyActor = {
  readonly kind: 'API_KEY';
  readonly id: string;
  readonly name: string;
  readonly requestId: string | null;
};

/** An operator who uses `trackway …`. */
export const COMMAND_LINE: Actor = { kind: 'COMMAND_LINE' };

/** The service itself: the first start, periodic work. */
export const SYSTEM: Actor = { kind: 'SYSTEM' };

/** The caller of a request. */
export function actorOf({ caller, request }: Pick<Context, 'caller' | 'request'>): Actor {
  const { identity } = caller;
  const requestId = decodeId('request', request.id) ?? null;
  if (identity.kind === 'PERSON') return { ...identity, requestId };
  return { kind: 'API_KEY', id: identity.id, name: identity.name, requestId };
}
