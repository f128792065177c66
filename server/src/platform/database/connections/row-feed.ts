import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';

declare module 'pg' {
  interface Connection {
    /** Parses what arrives on a stream and emits each message; pg's types leave it out. */
    attachListeners(stream: EventEmitter): void;
  }
  /** A client of the pool has one too. */
  interface ClientBase {
    readonly connection: Connection;
  }
}

/** A statement on its way, to which its rows are handed. */
type RowReceiver = {
  /** True if the bytes of a row are read after `receiveRow`, too. */
  readonly keepsBytes: boolean;
  /** Asked once for each row, as soon as its size is known. A row that is not taken is not kept. */
  takesRow(bytes: number): boolean;
  /** `start` is the place of the number of values within the message. */
  receiveRow(bytes: Buffer, start: number): void;
};

const DATA_ROW = 0x44;
const READY_FOR_QUERY = 0x5a;
/** Kind of a message and its length. */
const HEADER_BYTES = 5;

const FEEDS = new WeakMap<pg.Connection, RowFeed>();

const READ_BYTES = 64 * 1024;

/**
 * A socket that reads into the same bytes each time, so those of `data` are good until the next. Node makes 64 kB for
 * each read, and for every 30 MB of them V8 collects the garbage of the whole heap.
 */
function rowSocket(): Socket {
  const socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length, bytes) => {
        socket.emit('data', bytes.subarray(0, length));
        return true;
      },
    },
  });
  return socket;
}

/** A client of pg that hands the rows of `expectRows` over as bytes. */
export class RowClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ stream: rowSocket, ...config });
    FEEDS.set(this.connection, new RowFeed(this.connection));
  }

  /**
   * Looks at the connection: the number of looks in a row at which a statement was under way and nothing
   * had arrived since the look before. Looks instead of a time: a process that was held up itself has
   * not yet read what arrived meanwhile.
   */
  look(): number {
    return FEEDS.get(this.connection)?.look() ?? 0;
  }

  /** Is a statement under way? */
  get isBusy(): boolean {
    return FEEDS.get(this.connection)?.isExpecting ?? false;
  }
}

/** Announces a statement that is about to be sent; its rows follow those of earlier ones. */
export function expectRows(connection: pg.Connection, receiver: RowReceiver): void {
  FEEDS.get(connection)?.expect(receiver);
}

/**
 * Splits what arrives on a connection: rows go to their statement as bytes, all other messages to pg,
 * which would make strings, a list, a message and an event of each row.
 */
class RowFeed {
  readonly #expected: RowReceiver[] = [];
  readonly #others = new EventEmitter();
  /** Pieces of a message that has not arrived as a whole. */
  #pieces: Buffer[] = [];
  #length = 0;
  #needed = HEADER_BYTES;
  /** True if the row at the start of the pieces is taken. */
  #isTaken = false;
  /** Bytes to come of a row that is not taken. */
  #skipped = 0;
  /** True if what arrived is overwritten by what arrives next. */
  #isShared = false;
  #hasHeard = false;
  #quietLooks = 0;

  constructor(connection: pg.Connection) {
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(this.#others);
      stream.on('data', (bytes: Buffer) => this.#receive(bytes));
    };
  }

  expect(receiver: RowReceiver): void {
    this.#expected.push(receiver);
  }

  get isExpecting(): boolean {
    return this.#expected.length > 0;
  }

  look(): number {
    this.#quietLooks = this.#hasHeard || !this.isExpecting ? 0 : this.#quietLooks + 1;
    this.#hasHeard = false;
    return this.#quietLooks;
  }

  #receive(received: Buffer): void {
    this.#hasHeard = true;
    this.#isShared = this.isExpecting && !this.#expected.some(({ keepsBytes }) => keepsBytes);
    let bytes = this.#isShared ? received : Buffer.from(received);
    while (bytes.length > 0) {
      const skipped = Math.min(this.#skipped, bytes.length);
      this.#skipped -= skipped;
      bytes = skipped > 0 ? bytes.subarray(skipped) : this.#take(bytes);
    }
  }

  /**
   * Splits what is there, and returns what is left. A message that began in an earlier piece is put together by itself:
   * a copy of all that came with it would have the garbage collector run for each few pages.
   */
  #take(bytes: Buffer): Buffer {
    const missing = this.#length === 0 ? bytes.length : this.#needed - this.#length;
    const taken = bytes.subarray(0, missing);
    this.#length += taken.length;
    if (this.#length < this.#needed) {
      this.#pieces.push(this.#kept(taken));
    } else {
      const pieces = this.#pieces;
      const whole = pieces.length === 0 ? taken : Buffer.concat([...pieces, taken]);
      const rest = whole.subarray(this.#split(whole));
      this.#pieces = rest.length === 0 ? [] : [this.#kept(rest)];
      this.#length = rest.length;
      if (this.#isShared && whole !== taken) for (const read of [whole, ...pieces]) free(read);
    }
    return bytes.subarray(taken.length);
  }

  #kept(bytes: Buffer): Buffer {
    return this.#isShared ? Buffer.from(bytes) : bytes;
  }

  /** Hands the complete messages on; returns where the rest begins. */
  #split(bytes: Buffer): number {
    let others = 0;
    let at = 0;
    this.#needed = HEADER_BYTES;
    while (at + HEADER_BYTES <= bytes.length) {
      const length = bytes.readUInt32BE(at + 1);
      const end = at + 1 + length;
      const receiver = bytes[at] === DATA_ROW ? this.#expected[0] : undefined;
      const isTaken = this.#isTaken || receiver?.takesRow(length) !== false;
      this.#isTaken = false;
      if (end > bytes.length && isTaken) {
        this.#isTaken = receiver !== undefined;
        this.#needed = end - at;
        break;
      }
      if (receiver !== undefined) {
        this.#pass(bytes, others, at);
        if (isTaken) receiver.receiveRow(bytes, at + HEADER_BYTES);
        others = end;
      } else if (bytes[at] === READY_FOR_QUERY) {
        this.#expected.shift();
      }
      at = end;
    }
    this.#skipped = Math.max(0, at - bytes.length);
    this.#pass(bytes, others, at);
    return at;
  }

  #pass(bytes: Buffer, start: number, end: number): void {
    if (start < end) this.#others.emit('data', bytes.subarray(start, end));
  }
}

/**
 * Frees bytes that nobody reads any more, unless they are a part of a buffer: V8 would let 50 MB of the pieces of large rows
 * wait for a collection.
 */
function free({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
