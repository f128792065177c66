import { databaseAddressOf } from './address.ts';
import { connectClient, type DatabaseClient, Hosts } from './client.ts';

const CONNECT_TIMEOUT_MS = 2_000;

type ProbeOptions = {
  readonly url: string;
  /** The name of the connection in `pg_stat_activity`. */
  readonly name: string;
  /** Looks in a row without an answer after which the connection is replaced. */
  readonly replacedAfter: number;
  readonly ask: (client: DatabaseClient) => Promise<void>;
  /** Called with each new connection, before it is asked. */
  readonly onConnect?: (client: DatabaseClient) => Promise<void>;
  /** Called at a look that finds the one before unanswered. */
  readonly onSilence?: (missed: number) => void;
  readonly onLost?: (error: unknown) => void;
};

/** Asks a server on a connection of its own, which it replaces when it ended or no longer answers. */
export class Probe {
  readonly #options: ProbeOptions;
  readonly #hosts: Hosts;
  #client: DatabaseClient | undefined;
  #isAsking = false;
  #missed = 0;
  #isClosed = false;

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#hosts = new Hosts(databaseAddressOf(options.url));
  }

  /** Looks in a row that had no answer. */
  get missed(): number {
    return this.#missed;
  }

  /** Does not wait for the answer. */
  look(): void {
    if (this.#isAsking) {
      this.#missed += 1;
      this.#options.onSilence?.(this.#missed);
      if (this.#missed >= this.#options.replacedAfter) this.#client?.destroy('Query read timeout');
      return;
    }
    this.#isAsking = true;
    this.#ask()
      .then(
        () => {
          this.#missed = 0;
        },
        (error: unknown) => {
          this.#missed += 1;
          this.#lose(this.#client, error);
        },
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  close(): void {
    this.#isClosed = true;
    void this.#client?.endWhenIdle();
  }

  async #ask(): Promise<void> {
    await this.#options.ask(this.#client ?? (await this.#connect()));
  }

  // A server that accepts the connection and says nothing is replaced as any other: `#client` is set at once.
  async #connect(): Promise<DatabaseClient> {
    const settings = {
      application_name: this.#options.name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      pipeline: true,
    };
    const client = await connectClient(this.#hosts, settings, (made) => {
      this.#client = made;
      const lose = (error?: unknown) => this.#lose(made, error);
      made.on('error', lose).on('end', lose);
    });
    await this.#options.onConnect?.(client);
    return client;
  }

  #lose(client: DatabaseClient | undefined, error: unknown): void {
    if (this.#isClosed || client !== this.#client) return;
    this.#client = undefined;
    client?.destroy('The connection is not used.');
    this.#options.onLost?.(error ?? new Error('the connection ended'));
  }
}
