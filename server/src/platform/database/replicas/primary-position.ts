import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseClient } from '../connections/client.ts';
import { gather } from '../connections/connections.ts';
import { PreparedStatement } from '../connections/prepared-statement.ts';
import { Probe } from '../connections/probe.ts';
import { WRITES_CHANNEL } from './tenant-writes.ts';
import { WalPositions } from './wal-positions.ts';

/** Looks in a row without an answer after which the position counts as unknown, and the connection is replaced. */
const UNKNOWN_AFTER = 3;
const REPLACED_AFTER = 8;
/** A read does not wait longer for the notices on their way, and goes to the primary. */
const LONGEST_HEARING_MS = 500;
/** A transaction that was announced has its id in the database after this time. */
const FIRST_WAIT_MS = 1_000;
/** Transactions that were under way when the connection was made are waited for no longer. */
const LONGEST_WAIT_MS = 60_000;

/**
 * A COMMIT is answered once it is flushed, unless the setting says otherwise. WAL that is not flushed may wait for
 * long, so that a replica of an idle primary would seem to lag.
 */
const POSITION_SQL = `select (case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
    end - '0/0'::pg_lsn)::text as position,
  substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline,
  (select system_identifier::text from pg_control_system()) as system,
  pg_snapshot_xmin(pg_current_snapshot())::text as "oldestRunning",
  pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction"`;

type Waiting = { readonly sinceMs: number; until: number | undefined };

/**
 * The position of the primary in its WAL, and the notices of writing processes, on one connection: an
 * answered look shows that no notice from before it is missing.
 */
export class PrimaryPosition {
  readonly positions = new WalPositions();
  readonly #probe: Probe;
  readonly #onNotice: (notice: string) => void;
  readonly #onGap: () => void;
  #client: DatabaseClient | undefined;
  #hearing: Promise<boolean> | undefined;
  #server: string | undefined;
  /** Set from a new connection on, until all writers of before are known to have ended. */
  #waiting: Waiting | undefined;
  #isKnown = false;
  /** Of the cluster, the same on all its servers. */
  system: string | undefined;
  timeline: string | undefined;

  /** `onGap` is called when notices are heard again after a time when they may have been missed. */
  constructor(url: string, onNotice: (notice: string) => void, onGap: () => void) {
    this.#probe = new Probe({
      url,
      name: 'trackway replicas',
      replacedAfter: REPLACED_AFTER,
      ask: (client) => this.#ask(client),
      onConnect: (client) => this.#listen(client),
      onLost: () => {
        this.#isKnown = false;
        this.#client = undefined;
      },
    });
    this.#onNotice = onNotice;
    this.#onGap = onGap;
  }

  get isKnown(): boolean {
    return this.#isKnown && this.#probe.missed < UNKNOWN_AFTER;
  }

  /**
   * Waits until all notices that were sent before the call are received; false if that is not known soon. The calls
   * of a turn of the event loop share one short statement: PostgreSQL sends the notices that it has for a connection
   * before it is ready for the next.
   */
  hasHeardAll(): Promise<boolean> {
    this.#hearing ??= this.#hear();
    return this.#hearing;
  }

  look(): void {
    this.#probe.look();
  }

  close(): void {
    this.#probe.close();
  }

  async #hear(): Promise<boolean> {
    // Before the statement leaves: a later call needs another.
    setImmediate(() => {
      this.#hearing = undefined;
    });
    const client = this.#client;
    if (client === undefined) return false;
    gather(client);
    const { answer } = client.query(new PreparedStatement({ text: 'select', name: 'hear' }, []));
    const isAnswered = answer.then(
      () => true,
      () => false,
    );
    return Promise.race([isAnswered, sleep(LONGEST_HEARING_MS, false, { ref: false })]);
  }

  async #ask(client: DatabaseClient): Promise<void> {
    const askedAtMs = performance.now();
    const statement = new PreparedStatement({ text: POSITION_SQL, name: 'position' }, []);
    const [row] = (await client.query(statement).answer).rows;
    if (row.timeline !== this.timeline) this.positions.clear();
    this.timeline = row.timeline;
    this.system = row.system;
    this.positions.note(askedAtMs, Number(row.position));
    this.#await(askedAtMs, Number(row.oldestRunning), Number(row.nextTransaction));
  }

  #await(nowMs: number, oldestRunning: number, nextTransaction: number): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    if (waiting.until === undefined && nowMs - waiting.sinceMs > FIRST_WAIT_MS)
      waiting.until = nextTransaction;
    const haveEnded = waiting.until !== undefined && oldestRunning >= waiting.until;
    if (!haveEnded && nowMs - waiting.sinceMs < LONGEST_WAIT_MS) return;
    this.#waiting = undefined;
    this.#onGap();
    this.#isKnown = true;
  }

  async #listen(client: DatabaseClient): Promise<void> {
    // A server that restarted may have lost what its replicas have.
    if (client.server !== this.#server) this.positions.clear();
    this.#server = client.server;
    client.on('notification', ({ payload }) => this.#onNotice(payload ?? ''));
    const listen = new PreparedStatement({ text: `listen ${WRITES_CHANNEL}` }, []);
    await client.query(listen).answer;
    this.#waiting = { sinceMs: performance.now(), until: undefined };
    this.#client = client;
  }
}
