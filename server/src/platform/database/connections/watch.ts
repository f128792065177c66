import { PreparedStatement } from './prepared-statement.ts';
import { Probe } from './probe.ts';

const LOOK_EVERY_MS = 1_000;
/** Looks in a row without an answer after which the connection is replaced, and the database counts as away. */
const REPLACED_AFTER = 2;
const AWAY_AFTER = 3;

/**
 * Asks the database once a second, on a connection of its own, whether it answers. Readiness is read from
 * here without asking: one slow answer, or a restart of a second, does not make a load balancer drop
 * every process.
 */
export class DatabaseWatch {
  readonly #probe: Probe;
  readonly #timer: NodeJS.Timeout;
  #wasAnswering = true;

  /** `onChange` is called when the database counts as away, and when it answers again. */
  constructor(url: string, onChange: (isAnswering: boolean) => void = () => {}) {
    this.#probe = new Probe({
      url,
      name: 'trackway watch',
      replacedAfter: REPLACED_AFTER,
      ask: async (client) => {
        await client.query(new PreparedStatement({ text: 'select 1' }, [])).answer;
      },
    });
    this.#timer = setInterval(() => {
      this.#probe.look();
      if (this.isAnswering === this.#wasAnswering) return;
      this.#wasAnswering = this.isAnswering;
      onChange(this.isAnswering);
    }, LOOK_EVERY_MS).unref();
  }

  get isAnswering(): boolean {
    return this.#probe.missed < AWAY_AFTER;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#probe.close();
  }
}
