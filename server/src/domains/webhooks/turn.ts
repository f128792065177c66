import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Batcher } from '../../platform/concurrency/batcher.ts';
import { type Db, forTenant, inTransaction } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { bodyOf } from './body.ts';
import { type AttemptReport, ENOUGH_FAILURES, RETRY_AFTER_SECONDS } from './model.ts';
import type { DueDelivery, HeldEndpoint, Outcome, Release } from './queue-store.ts';
import type { Outgoing, Sender } from './send.ts';
import { disableEndpoint } from './service.ts';
import { signatureOf } from './signature.ts';

/** Attempts begin within this time of a turn. */
const BEGIN_MS = 5_000;
/** Deliveries of one endpoint in flight at the same time. */
const MAX_IN_FLIGHT = 10;
/** Deliveries of the whole process in flight; beyond them, one of each turn. */
const MAX_IN_FLIGHT_OF_ALL = 2_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Shorter waits are not worth a timer. */
const SHORTEST_WAIT_MS = 1;

export type TurnTools = {
  readonly db: Db;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly clock?: Clock;
  /** A number from 0 to 1; spreads retries. */
  readonly random?: () => number;
  /** Shared by all turns of the process. */
  readonly load: { inFlight: number };
};

/** One turn of an endpoint: its due deliveries, until all are sent, time is up or it fails. */
export class Turn {
  readonly #endpoint: HeldEndpoint;
  /** The next one last. */
  readonly #waiting: DueDelivery[];
  readonly #tools: TurnTools;
  readonly #clock: Clock;
  readonly #outcomes: Batcher<Outcome>;
  readonly #stopping: AbortSignal;
  readonly #startedAt = performance.now();
  readonly #secrets: readonly string[];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ownNames: readonly string[];
  readonly #written: Promise<void>[] = [];
  /** Slow start: one delivery at a time, one more after each success, one again after a failure. */
  #width = 1;
  #failingSince: Date | null;
  #succeeded = 0;
  #failed = 0;
  #nextAtMs = 0;

  constructor(
    endpoint: HeldEndpoint,
    deliveries: readonly DueDelivery[],
    tools: TurnTools,
    outcomes: Batcher<Outcome>,
    stopping: AbortSignal,
  ) {
    this.#endpoint = endpoint;
    this.#waiting = [...deliveries].reverse();
    this.#tools = tools;
    this.#clock = tools.clock ?? systemClock;
    this.#outcomes = outcomes;
    this.#stopping = stopping;
    this.#failingSince = endpoint.failingSince;
    const { box } = tools;
    const { secret, previousSecret, previousSecretUntil: until, headers } = endpoint;
    const isBoth = previousSecret !== null && until !== null && until > this.#clock.now();
    this.#secrets = [secret, ...(isBoth ? [previousSecret] : [])].map((each) => box.open(each));
    this.#headers = headers === null ? {} : JSON.parse(box.open(headers));
    this.#ownNames = Object.keys(this.#headers);
  }

  async run(): Promise<Release> {
    await this.#sendAll();
    this.#outcomes.flush();
    await Promise.all(this.#written);
    // The next turn may begin at once: the ceiling of the endpoint holds for it too.
    const restMs = this.#nextAtMs - performance.now();
    if (restMs >= SHORTEST_WAIT_MS) await sleep(restMs);
    // Spread, so that endpoints that fail are not all taken in one look.
    const { random = Math.random } = this.#tools;
    const pauseMs = this.#failed > this.#succeeded ? PAUSE_AFTER_FAILURE_MS * (1 + random()) : 0;
    return { endpoint: this.#endpoint, failingSince: this.#failingSince, pauseMs };
  }

  /** Sends until the turn is over and nothing is in flight. */
  #sendAll(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sending = 0;
    const fill = () => {
      while (sending < this.#room() && this.#goesOn()) {
        const delivery = this.#waiting.pop();
        if (delivery === undefined) break;
        sending += 1;
        this.#attempt(delivery).then(() => {
          sending -= 1;
          fill();
        }, reject);
      }
      if (sending === 0) resolve();
    };
    fill();
    return promise;
  }

  /** Gives back, after a second, the deliveries that will not begin within the turn at its pace. */
  keepWhatFits(elapsedMs: number): void {
    const fitting = Math.ceil((this.#succeeded * (BEGIN_MS - elapsedMs)) / elapsedMs);
    this.#waiting.splice(0, Math.max(0, this.#waiting.length - fitting));
  }

  #room(): number {
    return this.#tools.load.inFlight < MAX_IN_FLIGHT_OF_ALL ? this.#width : 1;
  }

  #goesOn(): boolean {
    const isFailing = this.#failed >= ENOUGH_FAILURES && this.#failed > this.#succeeded;
    const isOver = performance.now() - this.#startedAt > BEGIN_MS;
    return this.#waiting.length > 0 && !isFailing && !isOver && !this.#stopping.aborted;
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const waitMs = this.#msToNext();
    if (waitMs >= SHORTEST_WAIT_MS) await sleep(waitMs);
    const startedAt = this.#clock.now();
    const outgoing = this.#post(delivery, startedAt);
    this.#tools.load.inFlight += 1;
    const sent = await this.#tools.sender.send(outgoing).finally(() => {
      this.#tools.load.inFlight -= 1;
    });
    const report = { ...sent, request: this.#shown(outgoing) };
    const isGood = report.failure === null;
    // The service stops and has cut the connection itself: the delivery is due for another worker.
    if (!isGood && this.#stopping.aborted) return;
    this.#succeeded += isGood ? 1 : 0;
    this.#failed += isGood ? 0 : 1;
    this.#width = isGood ? Math.min(MAX_IN_FLIGHT, this.#width + 1) : 1;
    this.#failingSince = isGood ? null : (this.#failingSince ?? startedAt);
    this.#write({ delivery, startedAt, report, ...this.#nextState(delivery, isGood) });
    if (!isGood) await this.#disableIfHopeless(report);
  }

  #nextState(
    { attemptCount }: DueDelivery,
    isGood: boolean,
  ): Pick<Outcome, 'state' | 'retryAfterSeconds'> {
    if (isGood) return { state: 'SUCCEEDED', retryAfterSeconds: 0 };
    const delay = RETRY_AFTER_SECONDS[attemptCount];
    if (delay === undefined) return { state: 'FAILED', retryAfterSeconds: 0 };
    const { random = Math.random } = this.#tools;
    return { state: 'PENDING', retryAfterSeconds: delay * (0.8 + 0.4 * random()) };
  }

  /** The next delivery does not wait for the write; the end of the turn does. */
  #write(outcome: Outcome): void {
    const written = this.#outcomes.add(outcome);
    // Outcomes that are written together have one promise.
    if (this.#written.at(-1) === written) return;
    written.catch(() => {});
    this.#written.push(written);
  }

  /** Time to the next delivery that the ceiling of deliveries per second allows, which is taken. */
  #msToNext(): number {
    const now = performance.now();
    const atMs = Math.max(now, this.#nextAtMs);
    this.#nextAtMs = atMs + 1_000 / this.#endpoint.maxPerSecond;
    return atMs - now;
  }

  #post(delivery: DueDelivery, now: Date): Outgoing {
    const { url } = this.#endpoint;
    const id = encodeId('event', delivery.eventId);
    const timestamp = Math.floor(now.getTime() / 1_000);
    const body = bodyOf(delivery, this.#endpoint);
    const signature = signatureOf(this.#secrets, id, timestamp, body);
    const headers = {
      ...this.#headers,
      'content-type': 'application/json',
      'user-agent': 'Trackway-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
      'x-service-signature': signature,
    };
    return { url, headers, body };
  }

  /** The values of the owner's headers are not shown again. */
  #shown({ headers }: Outgoing): AttemptReport['request'] {
    const { apiVersion } = this.#endpoint;
    const hidden = this.#ownNames.map((name) => [name, '…']);
    return { headers: { ...headers, ...Object.fromEntries(hidden) }, apiVersion };
  }

  async #disableIfHopeless({ response }: AttemptReport): Promise<void> {
    const { organizationId, environment, id, failingSince } = this.#endpoint;
    // An attempt of this turn that succeeded began another time without one.
    const isHopeless = this.#endpoint.isHopeless && this.#failingSince === failingSince;
    if (response?.status !== 410 && !isHopeless) return;
    this.#waiting.length = 0;
    const reason = response?.status === 410 ? 'GONE' : 'FAILING';
    await forTenant(organizationId, () =>
      inTransaction({ db: this.#tools.db, scope: { organizationId, environment } }, (work) =>
        disableEndpoint(work, id, reason),
      ),
    );
  }
}
