import type { DatabaseClient } from '../connections/client.ts';
import type { Connections, Sender } from '../connections/connections.ts';
import { isStatementStopped } from '../connections/failures.ts';
import {
  type Answer,
  PreparedStatement,
  type Statement,
} from '../connections/prepared-statement.ts';
import { Probe } from '../connections/probe.ts';
import { ReadTooMuch } from '../connections/reading-budget.ts';
import type { PrimaryPosition } from './primary-position.ts';

/** Looks in a row without an answer after which the replica is left out, and its connection is replaced. */
const LEFT_OUT_AFTER = 2;
const REPLACED_AFTER = 8;
/** A replica that is farther behind the primary is left out. */
export const MOST_LAG_MS = 10_000;

const UNKNOWN = 'it has not answered yet';

const STATE_SQL = `select pg_is_in_recovery() as "isReplica",
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
  (select system_identifier::text from pg_control_system()) as system,
  receiver.pid is not null as "isReceiving", lpad(to_hex(receiver.received_tli), 8, '0') as timeline
  from (select) as one left join pg_stat_wal_receiver receiver on true`;

/** State of a replica, for metrics. */
export type ReplicaState = {
  /** Host and port. */
  readonly name: string;
  readonly isUsed: boolean;
  /** Undefined while it is not known. */
  readonly lagSeconds: number | undefined;
  readonly readCount: number;
  /** Reads that failed on the replica and were repeated on the primary. */
  readonly repeatedCount: number;
};

type ReplicaOptions = {
  readonly url: string;
  readonly primary: Sender;
  readonly position: PrimaryPosition;
  readonly connect: (url: string) => Connections;
  /** True for a statement whose answer may be of a moment ago. */
  readonly mayLag: (text: string) => boolean;
  /** Called when it is left out, with the reason, and when it is used again. */
  readonly onChange: (name: string, problem: string | undefined) => void;
};

/**
 * A streaming replica, as a sender of statements: those that may lag go to it while it is used, all others to
 * the primary. A read that fails, or that waits when the replica is left out, is repeated on the primary.
 */
export class Replica implements Sender {
  readonly #options: ReplicaOptions;
  readonly #name: string;
  readonly #probe: Probe;
  readonly #waiting = new Set<(error: Error) => void>();
  #connections: Connections | undefined;
  #problem: string | undefined = UNKNOWN;
  #readCount = 0;
  #repeatedCount = 0;
  /** Everything that was committed before this time can be read here. */
  asOfMs = Number.NEGATIVE_INFINITY;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#name = nameOf(options.url);
    this.#probe = new Probe({
      url: options.url,
      name: 'trackway watch',
      replacedAfter: REPLACED_AFTER,
      ask: (client) => this.#ask(client),
      onSilence: (missed) => {
        if (missed >= LEFT_OUT_AFTER) this.#leave('it does not answer');
      },
      onLost: (error) =>
        this.#leave(error instanceof Error ? error.message || error.name : String(error)),
    });
  }

  isUsed(nowMs: number): boolean {
    return this.#problem === undefined && nowMs - this.asOfMs < MOST_LAG_MS;
  }

  get state(): ReplicaState {
    const now = performance.now();
    const isKnown = Number.isFinite(this.asOfMs);
    return {
      name: this.#name,
      isUsed: this.isUsed(now),
      lagSeconds: isKnown ? (now - this.asOfMs) / 1_000 : undefined,
      readCount: this.#readCount,
      repeatedCount: this.#repeatedCount,
    };
  }

  async send(
    statement: Statement,
    values: readonly unknown[],
    isOfBytes: boolean,
  ): Promise<Answer> {
    const { primary, mayLag } = this.#options;
    const connections = this.#connections;
    if (connections === undefined || !mayLag(statement.text))
      return primary.send(statement, values, isOfBytes);
    try {
      this.#readCount += 1;
      return await this.#unlessLeftOut(connections.send(statement, values, isOfBytes));
    } catch (error) {
      // The primary would need as long for a statement that was stopped.
      if (error instanceof ReadTooMuch || isStatementStopped(error)) throw error;
      this.#repeatedCount += 1;
      return primary.send(statement, values, isOfBytes);
    }
  }

  look(): void {
    this.#probe.look();
  }

  async close(): Promise<void> {
    this.#probe.close();
    await this.#connections?.close();
  }

  async #ask(client: DatabaseClient): Promise<void> {
    const statement = new PreparedStatement({ text: STATE_SQL, name: 'state' }, []);
    const [row] = (await client.query(statement).answer).rows;
    const problem = this.#note(row);
    if (problem === undefined) this.#enter();
    else this.#leave(problem);
  }

  /** The reason to leave it out, if any. */
  #note(row: Answer['rows'][number]): string | undefined {
    const { position } = this.#options;
    this.asOfMs = Number.NEGATIVE_INFINITY;
    if (!row.isReplica) return 'it is not a replica';
    if (row.system !== position.system) return 'it is a replica of another server';
    if (!row.isReceiving) return 'it receives no changes';
    // Only a role that may read statistics sees the timeline.
    if (row.timeline !== null && row.timeline !== position.timeline?.toLowerCase())
      return 'it follows an earlier primary';
    this.asOfMs = position.positions.asOf(Number(row.position));
    const isBehind = performance.now() - this.asOfMs > MOST_LAG_MS;
    return isBehind ? `it is more than ${MOST_LAG_MS / 1_000} s behind` : undefined;
  }

  #enter(): void {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.#connections = this.#options.connect(this.#options.url);
    this.#options.onChange(this.#name, undefined);
  }

  #leave(problem: string): void {
    this.asOfMs = Number.NEGATIVE_INFINITY;
    const wasUsed = this.#problem === undefined;
    // Not each further reason: a server that restarts gives many.
    const isNews = wasUsed || this.#problem === UNKNOWN;
    this.#problem = problem;
    if (isNews) this.#options.onChange(this.#name, problem);
    if (!wasUsed) return;
    const connections = this.#connections;
    this.#connections = undefined;
    const error = new Error(`The replica was left out: ${problem}.`);
    for (const giveUp of this.#waiting) giveUp(error);
    this.#waiting.clear();
    connections?.close().catch(() => {});
  }

  #unlessLeftOut(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (error: Error) => reject(error);
      this.#waiting.add(giveUp);
      answer.then(
        (found) => {
          this.#waiting.delete(giveUp);
          resolve(found);
        },
        (error) => {
          this.#waiting.delete(giveUp);
          reject(error);
        },
      );
    });
  }
}

/** Host and port of a URL, or the folder of its socket. */
function nameOf(url: string): string {
  const [, host = ''] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url) ?? [];
  return host === '' ? (new URLSearchParams(url.replace(/^[^?]*/, '')).get('host') ?? '') : host;
}
