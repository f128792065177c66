import { statfs } from 'node:fs/promises';
import { sqlStateOf } from './database/index.ts';

const MIB = 1024 ** 2;
/** A checkpoint of PostgreSQL may need hundreds of megabytes before it frees any. */
const WRITES_NEED_BYTES = 512 * MIB;
/** Files stop earlier, so that they leave the rest to the database. */
const FILES_NEED_BYTES = 2_048 * MIB;
const LOOK_EVERY_MS = 1_000;
/** SQLSTATE of a database whose own disk is full. */
const DATABASE_DISK_FULL = '53100';

/** Work that a disk with little free space refuses: nothing, new files, or all writes. */
export type Refused = 'NOTHING' | 'FILES' | 'WRITES';

const REASONS: Readonly<Record<Refused, string | undefined>> = {
  NOTHING: undefined,
  FILES: 'The disk of TRACKWAY_DATA has little free space: uploads, imports and exports wait.',
  WRITES: 'The disk of TRACKWAY_DATA is almost full: mutations, uploads and jobs are refused.',
};

/** The disk has too little free space for the work. */
export class DiskFull extends Error {}

type DiskOptions = {
  /** Free bytes, as an ordinary user may use them. */
  readonly readFreeBytes: () => Promise<number>;
  /** False if the database is elsewhere: then only files are refused. */
  readonly holdsDatabase: boolean;
  /** False if the files of customers are elsewhere; true by default. */
  readonly holdsFiles?: boolean;
  readonly onError?: (error: unknown) => void;
  /** Called when other work is refused than before, with the reason if there is one. */
  readonly onChange?: (reason: string | undefined) => void;
};

/** Free space of the disk of the data folder, read once a second. Until the first reading nothing is refused. */
export class Disk {
  readonly #options: DiskOptions;
  #freeBytes = Number.POSITIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  get freeBytes(): number {
    return this.#freeBytes;
  }

  get refused(): Refused {
    if (this.#options.holdsDatabase && this.#freeBytes < WRITES_NEED_BYTES) return 'WRITES';
    const { holdsFiles = true } = this.#options;
    return holdsFiles && this.#freeBytes < FILES_NEED_BYTES ? 'FILES' : 'NOTHING';
  }

  /** Reason of what is refused; undefined if nothing is. */
  get reason(): string | undefined {
    return REASONS[this.refused];
  }

  assertRoomForFiles(): void {
    if (this.refused !== 'NOTHING') throw new DiskFull('Too little free space for files.');
  }

  assertRoomForWrites(): void {
    if (this.refused === 'WRITES') throw new DiskFull('Too little free space for writes.');
  }

  /** Reads the free space now. After a failed reading the one before it counts. */
  look(): Promise<void> {
    const { readFreeBytes, onError = () => {}, onChange = () => {} } = this.#options;
    this.#looking ??= readFreeBytes()
      .then((bytes) => {
        const before = this.reason;
        this.#freeBytes = bytes;
        if (this.reason !== before) onChange(this.reason);
      }, onError)
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** Reads the free space from now on; returns the function that ends this. */
  watch(): () => void {
    const timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The reading of the guard, the system or PostgreSQL refused a write for lack of space. */
export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof DiskFull || isOutOfSpace(error) || sqlStateOf(error) === DATABASE_DISK_FULL
  );
}

/** The system refused to write a file because its disk or the quota of its user is used up. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT)$/.test(`${error.code}`);
}
