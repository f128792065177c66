import type { Scope } from '../../scope.ts';
import { connectionsOf, type Db, readingFrom } from '../database.ts';
import { PrimaryPosition } from './primary-position.ts';
import { MOST_LAG_MS, Replica, type ReplicaState } from './replica.ts';
import { tenantName } from './tenant-writes.ts';

const LOOK_EVERY_MS = 250;
const MOST_REMEMBERED = 2_000;
const READ = /^\s*select\b/i;

export type ReplicaOptions = {
  readonly db: Db;
  /** Of the primary. */
  readonly url: string;
  readonly replicaUrls: readonly string[];
  /** Tables and functions whose statements always go to the primary. */
  readonly current: ReadonlySet<string>;
  /** Called when a replica is left out, with the reason, and when it is used again. */
  readonly onChange: (name: string, problem: string | undefined) => void;
};

/**
 * The streaming replicas of the database. A query of a tenant reads from one that has replayed all writes of
 * the tenant; `docs/decisions/0144-reads-on-replicas.md` has the reasons.
 */
export class Replicas {
  readonly #db: Db;
  readonly #position: PrimaryPosition;
  readonly #replicas: readonly { readonly replica: Replica; readonly db: Db }[];
  readonly #timer: NodeJS.Timeout;
  readonly #writes: ReturnType<typeof connectionsOf>['writes'];

  /** The database must have been opened with `announcesWrites`. */
  constructor({ db, url, replicaUrls, current, onChange }: ReplicaOptions) {
    this.#db = db;
    const primary = connectionsOf(db);
    const { writes } = primary;
    this.#writes = writes;
    this.#position = new PrimaryPosition(
      url,
      (notice) => writes?.receive(notice),
      () => writes?.markAll(),
    );
    const mayLag = statementsWithout(current);
    this.#replicas = replicaUrls.map((replicaUrl) => {
      const replica = new Replica({
        url: replicaUrl,
        primary,
        position: this.#position,
        connect: (own) => primary.alike(own),
        mayLag,
        onChange,
      });
      return { replica, db: readingFrom(db, replica) };
    });
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** The database from which a query of a tenant reads that begins now. */
  async dbFor(scope: Scope): Promise<Db> {
    if (this.#settledOf(scope) === undefined || !(await this.#position.hasHeardAll()))
      return this.#db;
    return this.#settledOf(scope) ?? this.#db;
  }

  /** A replica that has all writes of the tenant that this process has heard of. */
  #settledOf(scope: Scope): Db | undefined {
    const writes = this.#writes;
    if (writes === undefined || !this.#position.isKnown) return undefined;
    const now = performance.now();
    const tenant = tenantName(scope);
    const count = this.#replicas.length;
    // A tenant keeps to one of them, whose cache has its rows.
    const first = Number.parseInt(scope.organizationId.slice(-6), 16) % count;
    for (let at = 0; at < count; at += 1) {
      const found = this.#replicas[(first + at) % count];
      if (found?.replica.isUsed(now) && writes.isSettled(tenant, found.replica.asOfMs))
        return found.db;
    }
    return undefined;
  }

  get states(): readonly ReplicaState[] {
    return this.#replicas.map(({ replica }) => replica.state);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#position.close();
    await Promise.all(this.#replicas.map(({ replica }) => replica.close()));
  }

  #look(): void {
    this.#position.look();
    if (this.#position.system !== undefined)
      for (const { replica } of this.#replicas) replica.look();
    // A replica that is used has all writes from before.
    this.#writes?.sweep(performance.now() - MOST_LAG_MS);
  }
}

/** True for the text of a SELECT that mentions none of the names. */
export function statementsWithout(names: ReadonlySet<string>): (text: string) => boolean {
  const mentioned = new RegExp(`\\b(${[...names].join('|')})\\b`);
  const known = new Map<string, boolean>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const isFree = READ.test(text) && !mentioned.test(text);
    if (known.size < MOST_REMEMBERED) known.set(text, isFree);
    return isFree;
  };
}
