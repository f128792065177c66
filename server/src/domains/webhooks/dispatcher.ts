import { Batcher } from '../../platform/batcher.ts';
import { type Db, listenTo } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { type AttemptReport, MAX_FAILING_DAYS, RETRY_AFTER_SECONDS } from './model.ts';
import {
  claimQueues,
  type DueDelivery,
  dueDeliveries,
  type HeldEndpoint,
  moveWakeups,
  type Outcome,
  type Release,
  releaseQueues,
  writeOutcomes,
} from './queue-store.ts';
import type { SecretBox } from './secret-box.ts';
import type { Sender } from './send.ts';
import { disableEndpoint } from './service.ts';
import { signatureOf } from './signature.ts';

/** Fall-back for notifications that were missed, and the clock of retries. */
const POLL_MS = 1_000;
/** Longer than a turn: the time in which attempts begin, and the longest answer. */
const LEASE_MS = 30_000;
const BEGIN_MS = 5_000;
/** Endpoints served at the same time. Those that take longer than a second count as slow. */
const QUICK_TURNS = 200;
const SLOW_AFTER_MS = 1_000;
const ALL_TURNS = 4_000;
/** Deliveries of one endpoint in a turn, and in flight at the same time. */
const TURN_DELIVERIES = 100;
const IN_FLIGHT = 10;
/** Failures after which a turn ends, unless more succeeded. */
const ENOUGH_FAILURES = 3;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const WAKEUPS = 5_000;
const WRITE_EVERY_MS = 10;
const DAY_MS = 86_400_000;

type DispatcherOptions = {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly log: Logger;
  /** A number from 0 to 1; spreads retries. */
  readonly random?: () => number;
};

export type Dispatcher = { readonly close: () => Promise<void> };

/**
 * Delivers webhooks of all tenants. A worker takes queues of endpoints, those that are due longest first, each
 * for one turn: some deliveries, a bounded number at a time. A slow endpoint holds its own turn only.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, log } = options;
  const stopping = new AbortController();
  const turns = new Set<Promise<void>>();
  let quick = 0;
  let looking: Promise<void> | undefined;
  let isAgain = false;
  const outcomes = new Batcher<Outcome>(WRITE_EVERY_MS, (items) => writeOutcomes(db, items));
  const releases = new Batcher<Release>(WRITE_EVERY_MS, (items) => releaseQueues(db, items));

  const look = (): void => {
    if (stopping.signal.aborted) return;
    isAgain = looking !== undefined;
    looking ??= takeTurns()
      .catch((error) => log.error(error, 'delivering webhooks'))
      .finally(() => {
        looking = undefined;
        if (isAgain) look();
      });
  };

  const takeTurns = async (): Promise<void> => {
    while ((await moveWakeups(db, WAKEUPS)) === WAKEUPS);
    for (;;) {
      const room = Math.min(QUICK_TURNS - quick, ALL_TURNS - turns.size);
      if (room <= 0 || stopping.signal.aborted) return;
      const held = await claimQueues(db, room, LEASE_MS);
      if (held.length === 0) return;
      const due = await dueDeliveries(db, held, TURN_DELIVERIES);
      const byEndpoint = Map.groupBy(due, ({ endpointId }) => endpointId);
      for (const endpoint of held) begin(endpoint, byEndpoint.get(endpoint.id) ?? []);
    }
  };

  const begin = (endpoint: HeldEndpoint, deliveries: readonly DueDelivery[]): void => {
    let isQuick = true;
    quick += 1;
    const leaveQuick = () => {
      if (isQuick) quick -= 1;
      isQuick = false;
    };
    const timer = setTimeout(() => {
      leaveQuick();
      look();
    }, SLOW_AFTER_MS);
    const turn = new Turn(endpoint, deliveries, options, outcomes, stopping.signal)
      .run()
      .then((release) => releases.add(release))
      // The lease ends by itself then, and another turn begins where this one was.
      .catch((error) => log.error({ err: error, endpointId: endpoint.id }, 'webhook turn'))
      .finally(() => {
        clearTimeout(timer);
        leaveQuick();
        turns.delete(turn);
        look();
      });
    turns.add(turn);
  };

  const unlisten = listenTo(options.databaseUrl, 'trackway_webhooks', look);
  const timer = setInterval(look, POLL_MS).unref();
  look();
  return {
    close: async () => {
      clearInterval(timer);
      stopping.abort();
      await unlisten();
      await looking;
      await Promise.all(turns);
    },
  };
}

/** One turn of an endpoint: its due deliveries, until all are sent, time is up or it fails. */
class Turn {
  readonly #endpoint: HeldEndpoint;
  readonly #waiting: DueDelivery[];
  readonly #options: DispatcherOptions;
  readonly #outcomes: Batcher<Outcome>;
  readonly #stopping: AbortSignal;
  readonly #startedAt = performance.now();
  readonly #secrets: readonly string[];
  readonly #headers: Readonly<Record<string, string>>;
  #failingSince: Date | null;
  #succeeded = 0;
  #failed = 0;
  #nextAtMs = 0;

  constructor(
    endpoint: HeldEndpoint,
    deliveries: readonly DueDelivery[],
    options: DispatcherOptions,
    outcomes: Batcher<Outcome>,
    stopping: AbortSignal,
  ) {
    this.#endpoint = endpoint;
    this.#waiting = [...deliveries].reverse();
    this.#options = options;
    this.#outcomes = outcomes;
    this.#stopping = stopping;
    this.#failingSince = endpoint.failingSince;
    const { box } = options;
    const { secret, previousSecret, previousSecretUntil: until, headers } = endpoint;
    const isBoth = previousSecret !== null && until !== null && until > new Date();
    this.#secrets = [secret, ...(isBoth ? [previousSecret] : [])].map((each) => box.open(each));
    this.#headers = headers === null ? {} : JSON.parse(box.open(headers));
  }

  /** Slow start: an endpoint that failed gets one delivery at a time, twice as many after each success. */
  async run(): Promise<Release> {
    const sending = new Set<Promise<void>>();
    let width = this.#failingSince === null ? IN_FLIGHT : 1;
    while (this.#goesOn() || sending.size > 0) {
      while (sending.size < width && this.#goesOn()) {
        const delivery = this.#waiting.pop();
        if (delivery === undefined) break;
        const one = this.#attempt(delivery).finally(() => sending.delete(one));
        sending.add(one);
      }
      await Promise.race(sending);
      width = this.#failingSince === null ? Math.min(IN_FLIGHT, 2 * width) : 1;
    }
    const pauseMs = this.#failed > this.#succeeded ? PAUSE_AFTER_FAILURE_MS : 0;
    return { endpoint: this.#endpoint, failingSince: this.#failingSince, pauseMs };
  }

  #goesOn(): boolean {
    const isFailing = this.#failed >= ENOUGH_FAILURES && this.#failed > this.#succeeded;
    const isOver = performance.now() - this.#startedAt > BEGIN_MS;
    return this.#waiting.length > 0 && !isFailing && !isOver && !this.#stopping.aborted;
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    await this.#pace();
    const startedAt = new Date();
    const report = await this.#send(delivery, startedAt);
    const isGood = report.failure === null;
    if (isGood) this.#succeeded += 1;
    else this.#failed += 1;
    this.#failingSince = isGood ? null : (this.#failingSince ?? startedAt);
    const delay = RETRY_AFTER_SECONDS[delivery.attemptCount];
    const state = isGood ? 'SUCCEEDED' : delay === undefined ? 'FAILED' : 'PENDING';
    const { random = Math.random } = this.#options;
    const retryAfterSeconds = (delay ?? 0) * (0.8 + 0.4 * random());
    await this.#outcomes.add({ delivery, startedAt, report, state, retryAfterSeconds });
    if (!isGood) await this.#disableIfHopeless(report);
  }

  /** Keeps to the ceiling of deliveries per second. */
  async #pace(): Promise<void> {
    const now = performance.now();
    const waitMs = this.#nextAtMs - now;
    this.#nextAtMs = Math.max(now, this.#nextAtMs) + 1_000 / this.#endpoint.maxPerSecond;
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  async #send(delivery: DueDelivery, now: Date): Promise<AttemptReport> {
    const { url, apiVersion, environment } = this.#endpoint;
    const id = encodeId('event', delivery.eventId);
    const timestamp = Math.floor(now.getTime() / 1_000);
    const body = JSON.stringify({
      id,
      type: delivery.eventType,
      timestamp: delivery.recordedAt.toISOString(),
      apiVersion,
      environment,
      data: delivery.data,
    });
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
    const report = await this.#options.sender.send({ url, headers, body });
    // The values of the owner's headers are not shown again.
    const hidden = Object.keys(this.#headers).map((name) => [name, '…']);
    const shown = { ...headers, ...Object.fromEntries(hidden) };
    return { ...report, request: { headers: shown, body } };
  }

  async #disableIfHopeless({ response }: AttemptReport): Promise<void> {
    const failingMs = Date.now() - (this.#failingSince?.getTime() ?? Date.now());
    const isHopeless = failingMs > MAX_FAILING_DAYS * DAY_MS;
    if (response?.status !== 410 && !isHopeless) return;
    this.#waiting.length = 0;
    const { organizationId, environment, id } = this.#endpoint;
    const reason = response?.status === 410 ? 'GONE' : 'FAILING';
    await this.#options.db
      .transaction()
      .execute((tx) => disableEndpoint(tx, { organizationId, environment }, id, reason));
  }
}
