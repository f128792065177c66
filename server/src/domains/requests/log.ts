import type { Db } from '../../platform/database/index.ts';
import type { Disk } from '../../platform/disk.ts';
import { insertRequests, type NewRequest } from './store.ts';

const WRITE_EVERY_MS = 1_000;
/** About 2 MB of memory. Requests beyond it are dropped until the next write. */
const MOST_PENDING = 5_000;
/** Making the JSON of a batch takes less than a millisecond. */
const BATCH = 500;

export type RequestLog = {
  /** Takes a request to be written soon; never waits. */
  readonly record: (request: NewRequest) => void;
  /** Number of requests that were not logged. */
  readonly droppedCount: () => number;
  /** Writes what is pending. */
  readonly write: () => Promise<void>;
  /** Writes the pending requests and stops. */
  readonly close: () => Promise<void>;
};

type Setup = {
  readonly db: Db;
  readonly disk: Pick<Disk, 'refused'>;
  readonly onError: (error: unknown) => void;
};

/**
 * Logs requests in batches, off the path of any request. Memory is bounded: requests are dropped and counted when more
 * come than can be written, when the database is gone for long, and when the disk is full. Of the requests of one caller
 * that are refused with RATE_LIMITED, one a second is logged.
 */
export function createRequestLog({ db, disk, onError }: Setup): RequestLog {
  let pending: NewRequest[] = [];
  let droppedCount = 0;
  let writing: Promise<void> = Promise.resolve();
  const limited = new Set<string>();

  const record = (request: NewRequest): void => {
    if (request.outcome === 'RATE_LIMITED') {
      if (limited.has(request.actorId) || limited.size >= MOST_PENDING) {
        droppedCount += 1;
        return;
      }
      limited.add(request.actorId);
    }
    if (pending.length >= MOST_PENDING) droppedCount += 1;
    else pending.push(request);
  };

  const writePending = async (): Promise<void> => {
    limited.clear();
    const requests = pending;
    pending = [];
    if (disk.refused === 'WRITES') {
      droppedCount += requests.length;
      return;
    }
    for (let at = 0; at < requests.length; at += BATCH) {
      try {
        await insertRequests(db, requests.slice(at, at + BATCH));
      } catch (error) {
        const kept = requests.slice(at, at + Math.max(0, MOST_PENDING - pending.length));
        droppedCount += requests.length - at - kept.length;
        pending.push(...kept);
        onError(error);
        return;
      }
    }
  };
  const write = (): Promise<void> => (writing = writing.then(writePending));
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();

  return {
    record,
    droppedCount: () => droppedCount,
    write,
    close: async () => {
      clearInterval(timer);
      await write();
    },
  };
}
