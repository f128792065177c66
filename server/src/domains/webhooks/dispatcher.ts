import { setTimeout as sleep } from 'node:timers/promises';
import { Batcher } from '../../platform/concurrency/batcher.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { addSamples, type Sample, sampleOf } from './health-store.ts';
import {
  claimQueues,
  cleanQueues,
  type DueDelivery,
  dueDeliveries,
  type HeldEndpoint,
  moveWakeups,
  type Outcome,
  type Release,
  releaseQueues,
  writeOutcomes,
} from './queue-store.ts';
import { Turn, type TurnTools } from './turn.ts';
import { listenToWakeups } from './wake.ts';

/** Fall-back for notifications that were missed, and the clock of retries. */
const POLL_MS = 1_000;
/** Longer than a turn: the time in which attempts begin, and the longest answer. */
const LEASE_MS = 30_000;
/** Endpoints served at the same time. Those that take longer than a second count as slow. */
const QUICK_TURNS = 200;
const SLOW_AFTER_MS = 1_000;
const ALL_TURNS = 4_000;
/** Under load, wake-ups of this time are handled together. */
const LOOK_PAUSE_MS = 4;
const WAKEUPS = 5_000;
/** Wake-ups and turns, of which each leaves dead rows that all later looks pass. */
const CLEAN_AFTER = 2_000;
/** Of turns that go on; the end of a turn does not wait. */
const WRITE_EVERY_MS = 10;
const RELEASE_EVERY_MS = 2;
const WRITE_HEALTH_EVERY_MS = 1_000;
/** Time that receivers have to answer after the service begins to stop. */
const STOP_MS = 3_000;

type DispatcherOptions = Omit<TurnTools, 'load'> & {
  readonly databaseUrl: string;
  readonly log: Logger;
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
  const tools = { ...options, load: { inFlight: 0 } };
  let quick = 0;
  let looking: Promise<void> | undefined;
  let isAgain = false;
  /** Queues may be due that no turn was free for. */
  let isFull = false;
  let sampled: Promise<void> | undefined;
  let cleaned: Promise<void> | undefined;
  let sinceCleaned = 0;
  // Deliveries do not depend on it.
  const samples = new Batcher<Sample>(WRITE_HEALTH_EVERY_MS, (items) =>
    addSamples(db, items).catch((error) => log.warn(error, 'health of webhook endpoints')),
  );
  const outcomes = new Batcher<Outcome>(WRITE_EVERY_MS, async (items) => {
    await writeOutcomes(db, items);
    for (const outcome of items) sampled = samples.add(sampleOf(outcome));
  });
  const releases = new Batcher<Release>(RELEASE_EVERY_MS, async (items) => {
    if (await releaseQueues(db, items)) look();
  });

  const look = (): void => {
    if (stopping.signal.aborted) return;
    isAgain = looking !== undefined;
    looking ??= takeTurns()
      .catch((error) => log.error(error, 'delivering webhooks'))
      .then(() => sleep(LOOK_PAUSE_MS))
      .finally(() => {
        looking = undefined;
        if (isAgain) look();
      });
  };

  const takeTurns = async (): Promise<void> => {
    isFull = false;
    for (;;) {
      // Each time: queues with a backlog are due again and again, and new events of others do not wait for their end.
      sinceCleaned += await moveAllWakeups(db);
      const room = Math.min(QUICK_TURNS - quick, ALL_TURNS - turns.size);
      isFull = room <= 0;
      if (isFull || stopping.signal.aborted) return;
      const held = await claimQueues(db, room, LEASE_MS);
      if (held.length === 0) return;
      const due = await dueDeliveries(db, held);
      sinceCleaned += held.length;
      cleanInTime();
      const byEndpoint = Map.groupBy(due, ({ endpointId }) => endpointId);
      for (const endpoint of held) begin(endpoint, byEndpoint.get(endpoint.id) ?? []);
    }
  };

  /** Looks do not wait for it. */
  const cleanInTime = (): void => {
    if (sinceCleaned < CLEAN_AFTER || cleaned !== undefined) return;
    sinceCleaned = 0;
    cleaned = cleanQueues(db)
      .catch((error) => log.warn(error, 'cleaning the queues of webhooks'))
      .finally(() => {
        cleaned = undefined;
      });
  };

  /** Undefined if no key opens its secret: its lease ends by itself, and no other endpoint waits for it. */
  const turnOf = (endpoint: HeldEndpoint, deliveries: readonly DueDelivery[]): Turn | undefined => {
    try {
      return new Turn(endpoint, deliveries, tools, outcomes, stopping.signal);
    } catch (error) {
      log.error({ err: error, endpointId: endpoint.id }, 'webhook turn');
      return undefined;
    }
  };

  const begin = (endpoint: HeldEndpoint, deliveries: readonly DueDelivery[]): void => {
    const turn = turnOf(endpoint, deliveries);
    if (turn === undefined) return;
    let isQuick = true;
    quick += 1;
    const leaveQuick = () => {
      if (isQuick) quick -= 1;
      isQuick = false;
    };
    const timer = setTimeout(() => {
      turn.keepWhatFits(SLOW_AFTER_MS);
      leaveQuick();
      if (isFull) look();
    }, SLOW_AFTER_MS);
    const running = turn
      .run()
      .then((release) => releases.add(release))
      // The lease ends by itself then, and another turn begins where this one was.
      .catch((error) => log.error({ err: error, endpointId: endpoint.id }, 'webhook turn'))
      .finally(() => {
        clearTimeout(timer);
        leaveQuick();
        turns.delete(running);
        if (isFull) look();
      });
    turns.add(running);
  };

  const unlisten = listenToWakeups(options.databaseUrl, look);
  const timer = setInterval(look, POLL_MS).unref();
  look();
  return {
    close: async () => {
      clearInterval(timer);
      stopping.abort();
      await unlisten();
      await looking;
      await cleaned;
      const ended = Promise.all(turns);
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      await options.sender.close();
      await ended;
      await sampled;
    },
  };
}

async function moveAllWakeups(db: Db): Promise<number> {
  let moved = 0;
  for (;;) {
    const count = await moveWakeups(db, WAKEUPS);
    moved += count;
    if (count < WAKEUPS) return moved;
  }
}
