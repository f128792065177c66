import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lowerPriority } from '../../process/lower-priority.ts';
import type { DatabaseAddress } from './address.ts';
import { PreparedStatement } from './prepared-statement.ts';
import { RowClient } from './row-feed.ts';

/** A server that restarted or was replaced has another time of start. */
const SERVER_SQL = `select pg_postmaster_start_time()::text as server, pg_backend_pid() as pid,
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** A dead peer of an idle connection is noticed after this time and ten probes, one a second. */
const KEEP_ALIVE_MS = 10_000;
const IDLE_POLL_MS = 100;
const LEAST_CONNECT_MS = 2_000;
/** A server has ended an idle connection within milliseconds; of one that is silent nothing more is waited for. */
const FAREWELL_MS = 1_000;

/** As the threads that calculate, when the cores are busy. */
const STEPS_BELOW = 5;

/** The host of an address is up and takes no writes: the next one is tried. */
class NotPrimary extends Error {
  // As a server answers whose promotion has not ended, so that both count as an outage.
  readonly code = '25006';
}

/** The hosts of an address, with the one that new connections go to. */
export class Hosts {
  readonly #address: DatabaseAddress;
  #at = 0;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  get url(): string {
    const url = this.#address.urls[this.#at];
    if (url === undefined) throw new Error('An address has at least one host.');
    return url;
  }

  get isPrimaryOnly(): boolean {
    return this.#address.isPrimaryOnly;
  }

  /** The time for a connection, shared by the hosts that may have to be tried. */
  connectMs(wholeMs: number): number {
    const { length } = this.#address.urls;
    return length === 1 ? wholeMs : Math.max(LEAST_CONNECT_MS, wholeMs / length);
  }

  /** Moves on from a host that cannot be used, unless another connection did so already. */
  leave(url: string): void {
    if (url === this.url) this.#at = (this.#at + 1) % this.#address.urls.length;
  }
}

/**
 * A connection that knows its server: this distinguishes a connection to a server that was replaced from
 * one whose statement takes long.
 */
export class DatabaseClient extends RowClient {
  readonly #openedAtMs = performance.now();
  readonly #hosts: Hosts;
  readonly #url: string;
  #server: string | undefined;
  #pid: number | undefined;

  constructor(hosts: Hosts, config: pg.ClientConfig) {
    const { url } = hosts;
    super({
      ...config,
      connectionString: url,
      connectionTimeoutMillis: hosts.connectMs(config.connectionTimeoutMillis ?? 0),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.#hosts = hosts;
    this.#url = url;
    this.once('end', () => {
      if (this.#server === undefined) hosts.leave(url);
    });
    // pg rejects the statements under way itself. Between two statements there is no listener, and an
    // unhandled error ends the process.
    this.on('error', () => {});
  }

  /** Time at which the server of this connection started; undefined until `identify`. */
  get server(): string | undefined {
    return this.#server;
  }

  get ageMs(): number {
    return performance.now() - this.#openedAtMs;
  }

  /** Asks the server who it is, once connected; throws if it is not the primary that the address asks for. */
  async identify(): Promise<void> {
    const statement = new PreparedStatement({ text: SERVER_SQL }, []);
    const [answer] = (await this.query(statement).answer).rows;
    if (this.#hosts.isPrimaryOnly && answer.isReadOnly) {
      this.#hosts.leave(this.#url);
      throw new NotPrimary('The server takes no writes: it is not the primary.');
    }
    this.#server = answer.server;
    this.#pid = answer.pid;
  }

  /**
   * Lets the server work on this connection after its others and the event loop. Only a server on this machine that runs as the
   * same user can be asked to, such as the embedded one; the id of another may be that of any process here.
   */
  async lowerPriority(): Promise<void> {
    if (this.#pid === undefined || !this.host.startsWith('/')) return;
    const command = await readFile(`/proc/${this.#pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.startsWith('postgres:')) return;
    try {
      lowerPriority(STEPS_BELOW, this.#pid);
    } catch {
      // It belongs to another user.
    }
  }

  /** Ends although the server may be silent, which would never confirm it. */
  override end(): Promise<void>;
  override end(onEnd: (error: Error) => void): void;
  override end(onEnd?: (error: Error) => void): Promise<void> | void {
    const cutOff = setTimeout(() => this.destroy('The server is silent.'), FAREWELL_MS).unref();
    this.once('end', () => clearTimeout(cutOff));
    return onEnd === undefined ? super.end() : super.end(onEnd);
  }

  /** Ends the connection after its last statement; no more are sent. */
  async endWhenIdle(): Promise<void> {
    while (this.isBusy) await sleep(IDLE_POLL_MS, undefined, { ref: false });
    await this.end().catch(() => {});
  }

  /** Breaks the connection; its statements fail as those of a database that is away. */
  destroy(message: string): void {
    this.connection.stream.destroy(new Error(message));
  }
}

/** Opens a connection of its own; `onMade` gets it before it is connected. */
export async function connectClient(
  hosts: Hosts,
  config: pg.ClientConfig,
  onMade: (client: DatabaseClient) => void = () => {},
): Promise<DatabaseClient> {
  const client = new DatabaseClient(hosts, config);
  onMade(client);
  try {
    await client.connect();
    await client.identify();
  } catch (error) {
    client.destroy('The connection is not used.');
    throw error;
  }
  return client;
}
