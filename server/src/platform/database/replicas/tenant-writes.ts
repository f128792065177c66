import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '../../scope.ts';

/** A writer of another process that is not heard of for so long is taken for dead. */
const WRITER_LIFE_MS = 60_000;
const RENEW_AFTER_MS = WRITER_LIFE_MS / 2;
/** One notice for the ends of many transactions: until it arrives, others merely read from the primary. */
const GATHER_ENDS_MS = 100;
/** A process that ends does not wait longer for a database that may be away. */
const CLOSE_MS = 1_000;
/** The contract keeps reads on the primary for a second after a write, whatever replicas have replayed. */
const AFTER_WRITE_MS = 1_000;
/** A notification of PostgreSQL has less than 8,000 bytes; a tenant takes 46 of them. */
const MOST_IN_NOTICE = 150;

export const WRITES_CHANNEL = 'trackway_writes';

const ALL_TENANTS = '*';

/** Name of a tenant in notices; without a scope, of all tenants. */
export function tenantName(scope: Scope | undefined): string {
  return scope === undefined ? ALL_TENANTS : `${scope.organizationId} ${scope.environment}`;
}

type OwnWriter = { running: number; announced: Promise<void>; announcedAtMs: number };
type Tenant = { lastMs: number; readonly writersSinceMs: Map<string, number> };
type Notice = { readonly text: string; readonly done: (error?: unknown) => void };

/**
 * The tenants that wrote lately, in any process, in times of this process: a read may go to a replica
 * once it has replayed all that the primary had after the write.
 *
 * Processes tell each other when a transaction of a tenant begins, before it can commit, so that a reader who asks for
 * the notices knows of every write that a client knows of. The notice of its end may be late.
 */
export class TenantWrites {
  readonly #id = randomBytes(6).toString('base64url');
  readonly #send: (notice: string) => Promise<unknown>;
  readonly #now: () => number;
  readonly #own = new Map<string, OwnWriter>();
  readonly #ended = new Set<string>();
  readonly #tenants = new Map<string, Tenant>();
  #queue: Notice[] = [];
  #isSending = false;
  #endsTimer: NodeJS.Timeout | undefined;

  constructor(send: (notice: string) => Promise<unknown>, now = () => performance.now()) {
    this.#send = send;
    this.#now = now;
  }

  /** A transaction of this process begins to write. Before its COMMIT it waits for `announced`. */
  begin(tenant: string): Promise<void> {
    const own = this.#own.get(tenant) ?? {
      running: 0,
      announced: Promise.resolve(),
      announcedAtMs: Number.NEGATIVE_INFINITY,
    };
    own.running += 1;
    this.#own.set(tenant, own);
    return this.announced(tenant);
  }

  /** Resolves once the other processes can know of a transaction that has begun. One that takes long is announced again. */
  announced(tenant: string): Promise<void> {
    const own = this.#own.get(tenant);
    if (own === undefined) throw new Error('The transaction has not begun.');
    const now = this.#now();
    if (now - own.announcedAtMs < RENEW_AFTER_MS) return own.announced;
    own.announcedAtMs = now;
    own.announced = this.#notify(`+${tenant}`);
    own.announced.catch(() => {
      own.announcedAtMs = Number.NEGATIVE_INFINITY;
    });
    return own.announced;
  }

  /** The transaction ended, one way or the other. */
  end(tenant: string): void {
    this.#tenantOf(tenant).lastMs = this.#now();
    const own = this.#own.get(tenant);
    if (own === undefined) return;
    own.running -= 1;
    if (own.running > 0) return;
    this.#ended.add(tenant);
    this.#endsTimer ??= setTimeout(() => void this.#announceEnds(), GATHER_ENDS_MS).unref();
  }

  /** Announces the ends that wait: otherwise the others would take this writer for alive. */
  async close(): Promise<void> {
    clearTimeout(this.#endsTimer);
    await Promise.race([this.#announceEnds(), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  /** Takes a notice of any process. */
  receive(notice: string): void {
    const [, writer = '', list = ''] = /^(\S+) (.*)$/.exec(notice) ?? [];
    if (writer === this.#id) return;
    for (const text of list.split(',')) {
      const tenant = this.#tenantOf(text.slice(1));
      if (text.startsWith('+')) tenant.writersSinceMs.set(writer, this.#now());
      else tenant.writersSinceMs.delete(writer);
      tenant.lastMs = this.#now();
    }
  }

  /** Writes of before may have been missed. */
  markAll(): void {
    this.#tenantOf(ALL_TENANTS).lastMs = this.#now();
  }

  /** True if a replica that has all that was committed before `asOfMs` has all writes of the tenant. */
  isSettled(tenant: string, asOfMs: number): boolean {
    return this.#isQuiet(tenant, asOfMs) && this.#isQuiet(ALL_TENANTS, asOfMs);
  }

  /** Forgets writers that are dead, and tenants whose last write is older than `beforeMs`. */
  sweep(beforeMs: number): void {
    const now = this.#now();
    for (const [name, tenant] of this.#tenants) {
      for (const [writer, sinceMs] of tenant.writersSinceMs) {
        if (now - sinceMs < WRITER_LIFE_MS) continue;
        tenant.writersSinceMs.delete(writer);
        tenant.lastMs = now;
      }
      if (tenant.writersSinceMs.size === 0 && tenant.lastMs < beforeMs) this.#tenants.delete(name);
    }
  }

  #isQuiet(name: string, asOfMs: number): boolean {
    const tenant = this.#tenants.get(name);
    if (tenant === undefined) return true;
    const { lastMs, writersSinceMs } = tenant;
    return writersSinceMs.size === 0 && lastMs < asOfMs && this.#now() - lastMs >= AFTER_WRITE_MS;
  }

  #tenantOf(name: string): Tenant {
    return this.#tenants.getOrInsertComputed(name, () => ({
      lastMs: Number.NEGATIVE_INFINITY,
      writersSinceMs: new Map(),
    }));
  }

  async #announceEnds(): Promise<void> {
    this.#endsTimer = undefined;
    const idle = [...this.#ended].filter((tenant) => this.#own.get(tenant)?.running === 0);
    this.#ended.clear();
    for (const tenant of idle) this.#own.delete(tenant);
    // If a notice is lost, the others wait until the writer counts as dead.
    await Promise.allSettled(idle.map((tenant) => this.#notify(`-${tenant}`)));
  }

  #notify(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
    this.#queue.push({ text, done });
    if (!this.#isSending) void this.#sendQueue();
    return promise;
  }

  /** One notice after the other, so that none overtakes another; what comes meanwhile is gathered. */
  async #sendQueue(): Promise<void> {
    this.#isSending = true;
    while (this.#queue.length > 0) {
      const notices = this.#queue.slice(0, MOST_IN_NOTICE);
      this.#queue = this.#queue.slice(MOST_IN_NOTICE);
      const failure = await this.#send(
        `${this.#id} ${notices.map(({ text }) => text).join()}`,
      ).then(
        () => undefined,
        (error: unknown) => error ?? new Error('A notice was not sent.'),
      );
      for (const { done } of notices) done(failure);
    }
    this.#isSending = false;
  }
}
