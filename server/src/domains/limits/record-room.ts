import { LRUCache } from 'lru-cache';
import { megabytes } from '../../platform/counted.ts';
import { type Db, onWritten } from '../../platform/database/index.ts';
import { JobError } from '../../platform/jobs/index.ts';
import { pendingCounts } from '../../platform/pending-counts.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { RecordRoom } from '../../rules/mutations/record-room.ts';
import { CountedWindows } from './counted-windows.ts';
import {
  isFull,
  isMeasurementDue,
  maxStoredBytesOf,
  type RecordBytes,
  storedBytesOf,
} from './record-bytes.ts';
import { addWritten, readRecordBytes, requestMeasurement, type Written } from './record-store.ts';

const WRITE_EVERY_MS = 5_000;
/** Time after which a process knows what others have written and measured. */
const KNOWN_FOR_MS = 5_000;
const MOST_KNOWN = 10_000;
const HOUR_MS = 3_600_000;
/** Of a full environment and a process, each of a few kilobytes: a leaked key is replaced, and nobody fills a disk. */
const SECURING_CHANGES_AN_HOUR = 60;

export type CountedRecordRoom = RecordRoom & {
  /** Writes the pending counts. */
  readonly write: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Counts in memory what the transactions of each environment write, adds it up in the database every few seconds, and
 * refuses changes beyond the ceilings of the tiers. A process that dies loses the counts of these seconds, until the
 * next measurement.
 */
export function countRecords(db: Db, onError: (error: unknown) => void): CountedRecordRoom {
  const known = new LRUCache<string, RecordBytes>({ max: MOST_KNOWN, ttl: KNOWN_FOR_MS });
  const securing = new CountedWindows(HOUR_MS);
  const reading = new Map<string, Promise<RecordBytes>>();
  const due: Scope[] = [];
  const written = pendingCounts<Written>({
    nameOf: ({ scope }) => nameOf(scope),
    addTo: (count, { bytes }) => {
      count.bytes += bytes;
    },
    save: async (batch) => {
      for (const bytes of await addWritten(db, batch)) {
        known.set(nameOf(bytes.scope), bytes);
        if (isMeasurementDue(bytes)) due.push(bytes.scope);
      }
    },
    onError,
  });
  onWritten(db, (scope, bytes) => written.add({ scope, bytes }));
  const write = async (): Promise<void> => {
    await written.write();
    // If this fails, the next write asks again.
    for (const scope of due.splice(0)) await requestMeasurement({ db, scope }).catch(onError);
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();

  /** Concurrent requests of an environment share one reading. */
  const read = (scope: Scope): Promise<RecordBytes> => {
    const name = nameOf(scope);
    return reading.getOrInsertComputed(name, () =>
      readRecordBytes({ db, scope })
        .then((bytes) => {
          known.set(name, bytes);
          return bytes;
        })
        .finally(() => reading.delete(name)),
    );
  };
  /** Bytes of an environment whose records have reached their ceiling; undefined for others. */
  const findFull = async (scope: Scope): Promise<RecordBytes | undefined> => {
    const name = nameOf(scope);
    const saved = known.get(name) ?? (await read(scope));
    const unsaved = written.unsaved(name).reduce((sum, { bytes }) => sum + bytes, 0);
    const bytes = { ...saved, written: saved.written + unsaved };
    if (!isFull(bytes)) return undefined;
    await requestMeasurement({ db, scope });
    return bytes;
  };

  return {
    admit: async (scope, { freesRoom, secures = false }) => {
      const full = await findFull(scope);
      if (full === undefined || freesRoom) return;
      if (secures && securing.count(nameOf(scope)).count <= SECURING_CHANGES_AN_HOUR) return;
      throw new ApiError('CONFLICT', messageOf(full), {
        storedBytes: Math.round(storedBytesOf(full)),
        maxStoredBytes: maxStoredBytesOf(full),
      });
    },
    assertJobFits: async (scope) => {
      const full = await findFull(scope);
      if (full !== undefined) throw new JobError(messageOf(full));
    },
    write,
    close: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

function nameOf({ organizationId, environment }: Scope): string {
  return `${organizationId} ${environment}`;
}

function messageOf(full: RecordBytes): string {
  const [stored, most] = [storedBytesOf(full), maxStoredBytesOf(full)].map(megabytes);
  return `The records of this environment have ${stored}; the tier ${full.tier} allows ${most}. Delete what is no longer needed, which is counted within a few minutes, or change to a higher tier.`;
}
