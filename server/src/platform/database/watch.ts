import { databaseAddressOf } from './address.ts';
import { connectClient, type DatabaseClient, Hosts } from './client.ts';
import { PreparedStatement } from './prepared-statement.ts';

const LOOK_EVERY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** Looks in a row without an answer after which the connection is replaced, and the database counts as away. */
const REPLACED_AFTER = 2;
const AWAY_AFTER = 3;

/**
 * Asks the database once a second, on a connection of its own, whether it answers. Readiness is read from
 * here without asking: one slow answer, or a restart of a second, does not make a load balancer drop
 * every process.
 */
export class DatabaseWatch {
  readonly #hosts: Hosts;
  readonly #timer: NodeJS.Timeout;
  #client: DatabaseClient | undefined;
  #isAsking = false;
  #missed = 0;

  constructor(url: string) {
    this.#hosts = new Hosts(databaseAddressOf(url));
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  get isAnswering(): boolean {
    return this.#missed < AWAY_AFTER;
  }

  close(): void {
    clearInterval(this.#timer);
    void this.#client?.endWhenIdle();
  }

  #look(): void {
    if (this.#isAsking) {
      this.#missed += 1;
      if (this.#missed >= REPLACED_AFTER) this.#client?.destroy('Query read timeout');
      return;
    }
    this.#isAsking = true;
    this.#ask()
      .then(
        () => {
          this.#missed = 0;
        },
        () => {
          this.#client = undefined;
          this.#missed += 1;
        },
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  async #ask(): Promise<void> {
    const settings = {
      application_name: 'trackway watch',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    };
    // `connectClient` asks once itself, so a connection that hangs is replaced as any other.
    this.#client ??= await connectClient(this.#hosts, settings, (client) => {
      this.#client = client;
    });
    await this.#client.query(new PreparedStatement({ text: 'select 1' }, [], false)).answer;
  }
}
