import type { Db } from '../../platform/database/index.ts';
import type { Disk } from '../../platform/disk.ts';
import { JsonBytes } from '../../platform/json/index.ts';
import { insertRequests, type NewRequest } from './store.ts';

const WRITE_EVERY_MS = 1_000;
/** About 2.5 MB of memory. Requests beyond it are dropped until the next write. */
const MOST_PENDING = 5_000;
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

/** JSON of the pending requests, in ASCII. */
type Batch = { readonly json: JsonBytes; count: number };

/**
 * Adds a request to the last batch, or to a new one. It is written as bytes at once: requests that wait as objects become
 * old, and V8 collects the whole heap every few seconds for them.
 */
function add(request: NewRequest, batches: Batch[]): void {
  let batch = batches.at(-1);
  if (batch === undefined || batch.count === BATCH) {
    batch = { json: JsonBytes.take(), count: 0 };
    batches.push(batch);
  }
  batch.json.putText(`${batch.count === 0 ? '' : ','}${JSON.stringify(request)}`);
  batch.count += 1;
}

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
  let batches: Batch[] = [];
  let pendingCount = 0;
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
    if (pendingCount >= MOST_PENDING) droppedCount += 1;
    else {
      pendingCount += 1;
      add(request, batches);
    }
  };

  const writePending = async (): Promise<void> => {
    limited.clear();
    const writing = batches;
    batches = [];
    for (const [at, { json, count }] of writing.entries()) {
      try {
        if (disk.refused === 'WRITES') droppedCount += count;
        else await insertRequests(db, `[${json.toLatin1()}]`);
      } catch (error) {
        batches.unshift(...writing.slice(at));
        onError(error);
        return;
      }
      pendingCount -= count;
      json.release();
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
