import type { WorkPool } from '../platform/concurrency/work-pool.ts';
import type { Db, TenantDb } from '../platform/database/index.ts';
import type { Disk } from '../platform/disk.ts';
import type { Scope } from '../platform/scope.ts';
import type { Permission } from './access/permissions.ts';
import type { Tier } from './access/tiers.ts';
import type { RecordRoom } from './mutations/record-room.ts';

/** The caller: an API key, or a person who signed in to the dashboard. */
export type Caller = {
  readonly scope: Scope;
  readonly identity: KeyIdentity | PersonIdentity;
  /** The rate limit's window that its requests count in. */
  readonly windowId: string;
  /** The window of all keys of its organization, environment and tier together; undefined for a person. */
  readonly sharedWindowId: string | undefined;
  readonly tier: Tier;
  readonly permissions: ReadonlySet<Permission>;
  readonly organization: { readonly id: string; readonly name: string; readonly tier: Tier };
  readonly requestsPerMinute: number;
};

export type KeyIdentity = {
  readonly kind: 'KEY';
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  /** The person who made the key; null for one made at the command line or by another key. */
  readonly maker: Person | null;
};

export type PersonIdentity = Person & {
  readonly kind: 'PERSON';
  readonly role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';
};

type Person = { readonly id: string; readonly name: string; readonly email: string };

/** Facts about the request that a field may show or need. */
export type RequestFacts = {
  readonly id: string;
  readonly cost: number;
  readonly maxCost: number;
  readonly rateLimit: {
    readonly limit: number;
    readonly remaining: number;
    readonly resetAt: Date;
  };
  readonly idempotencyKey: string | undefined;
  /** In terms of `performance.now()`: after it the caller gets TIMEOUT. */
  readonly deadlineMs: number;
  /** True while a COMMIT of the request is under way: it cannot be called back. */
  isCommitting: boolean;
  /** Tells the client that a mutation has the answer of an earlier request with its idempotency key. */
  readonly noteReplay: () => void;
  /** Aborted when the client is gone before its answer. */
  readonly signal: () => AbortSignal;
};

/** Context of every resolver. One is made per request. */
export type Context = TenantDb & {
  /** Reads the pages of lists as `RowBytes`, if the answer is written from them. */
  readonly pageDb?: Db;
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly services: Services;
  /** Undefined for a query of low cost. */
  readonly large?: LargeAnswer | undefined;
};

/**
 * Answer of a mutation or of a query of high cost. Its values are completed in slices, with turns of other requests in
 * between, until it is certain that they are not sent.
 */
export type LargeAnswer = {
  /** Aborted when the values are not sent; the reason is the refusal. */
  readonly signal: AbortSignal;
  /** Counts bytes that the answer has at least, and objects in its lists, before they are completed. */
  readonly addToAnswer: (bytes: number, objects: number) => void;
  /** Counts characters of JSON that is complete. */
  readonly addWritten: (characters: number) => void;
  /** Counts a field that has an error. */
  readonly addError: () => void;
};

/**
 * Objects that live as long as the process, such as the factor library. Each domain declares its own
 * entry by declaration merging; `service-tools.ts` creates them.
 */
export interface Services {
  /** Authenticates cursors; derived from TRACKWAY_SECRET, so that all processes accept them. */
  readonly cursorKey: string;
  /** Threads for work that would hold up the event loop. */
  readonly pool: WorkPool;
  /** Refuses files and writes when its free space is low. */
  readonly disk: Disk;
  /** Refuses records beyond the ceilings of the tiers. */
  readonly records: RecordRoom;
}
