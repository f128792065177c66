import pg from 'pg';
import { ReadTooMuch, readingBudget } from './reading-budget.ts';
import { RowBytes, type RowBytesReader, rowBytesReader } from './row-bytes.ts';
import { expectRows } from './row-feed.ts';
import { valueTypes } from './values.ts';

/** A statement with its name: the database parses and plans a named one once per connection. */
export type Statement = {
  readonly text: string;
  readonly name?: string;
  /** It may wait for another transaction. */
  readonly mayWait?: boolean;
};

/**
 * Rows of a statement, whose type only its author knows, and the command tag (`SELECT 51`,
 * `COMMIT`).
 */
export type Answer = { readonly rows: pg.QueryResult['rows']; readonly tag: string };

export type SendOptions = {
  /** The rows are `RowBytes`. */
  readonly isOfBytes?: boolean;
  /** Gets each row as it arrives; none is kept. */
  readonly take?: ((row: RowBytes) => void) | undefined;
  /** BEGIN of the transaction whose first statement it is, if it is described on the connection. */
  readonly begin?: string | undefined;
};

type Values = readonly (string | null)[];

/** Readers of the rows of a statement: as objects, and as bytes. */
type RowReaders = {
  readonly object: (values: Values) => unknown;
  readonly bytes: RowBytesReader;
};

declare module 'pg' {
  interface Connection {
    /** The texts that the database has parsed, by name; pg's types leave them out. */
    readonly parsedStatements: Record<string, string>;
  }
}

/** Of a connection: callers make texts without end, and each takes memory of the database. */
const MOST_NAMED_STATEMENTS = 1000;

/** Row readers of the named statements that a connection has already described; the one used last comes last. */
const READERS = new WeakMap<pg.Connection, Map<string, RowReaders>>();

/**
 * One statement on its way, for `client.query`. pg's own would copy its settings, have the columns
 * described to it each time, and put each row together property by property, which costs a page of
 * fifty rows more than reading it. This one has the columns of a named statement described once per
 * connection, and reads each row by a function made for them.
 */
export class PreparedStatement extends pg.Query {
  /** pg keeps account by it of what a connection has parsed. */
  readonly name: string | undefined;
  readonly #values: readonly unknown[];
  readonly #isOfBytes: boolean;
  readonly #take: ((row: RowBytes) => void) | undefined;
  /** The row that `take` was given last. */
  #taken: RowBytes | undefined;
  readonly #begin: string | undefined;
  readonly #answer = Promise.withResolvers<Answer>();
  readonly #rows: unknown[] = [];
  readonly #budget = readingBudget();
  #connection: pg.Connection | undefined;
  #readers: RowReaders | undefined;
  #failure: unknown;
  #tag = '';

  constructor(
    { text, name }: Statement,
    values: readonly unknown[],
    { isOfBytes = false, take, begin }: SendOptions = {},
  ) {
    super(text, [...values]);
    this.name = name;
    this.#values = values;
    this.#isOfBytes = isOfBytes;
    this.#take = take;
    this.#begin = begin;
  }

  get keepsBytes(): boolean {
    return this.#isOfBytes && this.#take === undefined;
  }

  get answer(): Promise<Answer> {
    return this.#answer.promise;
  }

  override submit = (connection: pg.Connection): void => {
    this.#connection = connection;
    const { name } = this;
    this.#readers = name === undefined ? undefined : readersFor(connection, name);
    if (this.#readers === undefined && name !== undefined) makeRoom(connection);
    expectRows(connection, this);
    if (name === undefined || this.#readers === undefined) {
      pg.Query.prototype.submit.call(this, connection);
    } else if (connection.stream.writable) {
      connection.stream.write(executionOf(name, this.#values, this.#begin));
    }
  };

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#remember({ object: readerOf(fields), bytes: rowBytesReader(fields) });
  }

  takesRow(bytes: number): boolean {
    if (this.#failure === undefined && this.#budget?.take(bytes) === false) {
      this.#failure = new ReadTooMuch();
      this.#rows.length = 0;
    }
    return this.#failure === undefined;
  }

  receiveRow(bytes: Buffer, start: number): void {
    const readers = this.#readers;
    if (readers === undefined) return;
    try {
      if (this.#take !== undefined) this.#take(this.#moved(readers, bytes, start + COUNT_BYTES));
      else if (this.#isOfBytes) this.#rows.push(readers.bytes(bytes, start + COUNT_BYTES));
      else this.#rows.push(readers.object(valuesAt(bytes, start)));
    } catch (error) {
      this.#failure = error;
    }
  }

  #moved(readers: RowReaders, bytes: Buffer, start: number): RowBytes {
    if (this.#taken === undefined) this.#taken = readers.bytes(bytes, start);
    else RowBytes.move(this.#taken, bytes, start);
    return this.#taken;
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
    if (this.#readers === undefined) this.#remember(NO_ROWS);
  }

  #remember(readers: RowReaders): void {
    this.#readers = readers;
    const { name } = this;
    if (name === undefined || this.#connection?.parsedStatements[name] === undefined) return;
    describedOn(this.#connection).set(name, readers);
  }

  handleError(error: unknown): void {
    this.#answer.reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#answer.resolve({ rows: this.#rows, tag: this.#tag });
    else this.#answer.reject(this.#failure);
  }
}

/** Can a statement that is about to be sent bring BEGIN along? pg sends its first execution on a connection. */
export function isDescribedOn({ connection }: pg.ClientBase, { name }: Statement): boolean {
  return name !== undefined && readersFor(connection, name) !== undefined;
}

/** The readers of a statement that is about to be sent, which thereby is the one used last. */
function readersFor(connection: pg.Connection, name: string): RowReaders | undefined {
  const described = describedOn(connection);
  const readers = described.get(name);
  if (readers === undefined) return undefined;
  described.delete(name);
  described.set(name, readers);
  return readers;
}

/**
 * Ends the statement that was used longest ago. Filters and orders make more texts than a connection keeps: if the first ones
 * stayed, one key could have the statements of all others planned each time.
 */
function makeRoom(connection: pg.Connection): void {
  const described = describedOn(connection);
  if (described.size < MOST_NAMED_STATEMENTS) return;
  const [oldest = ''] = described.keys();
  described.delete(oldest);
  delete connection.parsedStatements[oldest];
  connection.close({ type: 'S', name: oldest }, true);
}

function describedOn(connection: pg.Connection): Map<string, RowReaders> {
  let readers = READERS.get(connection);
  if (readers === undefined) {
    readers = new Map();
    READERS.set(connection, readers);
  }
  return readers;
}

/** A statement without columns never returns a row. */
const NO_ROWS: RowReaders = { object: () => undefined, bytes: rowBytesReader([]) };

/** The number of values, before the values of a row. */
const COUNT_BYTES = 2;

/** The values of a row as text. */
function valuesAt(bytes: Buffer, start: number): Values {
  const values: (string | null)[] = [];
  let at = start + COUNT_BYTES;
  for (let left = bytes.readInt16BE(start); left > 0; left -= 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : bytes.toString('utf8', at, at + length));
    if (length > 0) at += length;
  }
  return values;
}

const plainText = valueTypes.getTypeParser(pg.types.builtins.TEXT);

/** A function that makes the row's object in one go, so that all rows of a statement are of one shape. */
function readerOf(fields: readonly pg.FieldDef[]): RowReaders['object'] {
  const parsers = fields.map(({ dataTypeID }) => valueTypes.getTypeParser(dataTypeID));
  const properties = fields.map(({ name }, at) => {
    const value =
      parsers[at] === plainText
        ? `values[${at}]`
        : `values[${at}] === null ? null : parsers[${at}](values[${at}])`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  return new Function('parsers', `return (values) => ({ ${properties.join(', ')} })`)(parsers);
}

const [PARSE, BIND, EXECUTE] = [0x50, 0x42, 0x45];
const [TEXT, BINARY] = [0, 1];
/** Execute the unnamed portal, all rows; then Sync. */
const EXECUTE_AND_SYNC = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1');
const NOTHING = Buffer.alloc(0);

/**
 * Bind, Execute and Sync of a named statement as one message; columns are text. PostgreSQL's manual, "Message Formats".
 * With `begin` the statement is executed only if that was: without a Sync between them an error ends both.
 */
function executionOf(name: string, given: readonly unknown[], begin: string | undefined): Buffer {
  const beginning = begin === undefined ? NOTHING : unnamedExecutionOf(begin);
  const values = given.map(encoded);
  const bytes = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)));
  const length = bytes.reduce((sum, size) => sum + 6 + size, 12 + name.length);
  const message = Buffer.allocUnsafe(beginning.length + 1 + length + EXECUTE_AND_SYNC.length);
  let at = beginning.copy(message);
  at = message.writeUInt8(BIND, at);
  at = message.writeInt32BE(length, at);
  at = message.writeUInt8(0, at);
  at += message.write(name, at, 'latin1');
  at = message.writeUInt8(0, at);
  at = message.writeInt16BE(values.length, at);
  for (const value of values) at = message.writeInt16BE(isBytes(value) ? BINARY : TEXT, at);
  at = message.writeInt16BE(values.length, at);
  values.forEach((value, index) => {
    const size = bytes[index] ?? 0;
    at = message.writeInt32BE(value === null ? -1 : size, at);
    if (isBytes(value)) message.set(value, at);
    else if (value !== null) message.write(value, at);
    at += size;
  });
  at = message.writeInt16BE(0, at);
  EXECUTE_AND_SYNC.copy(message, at);
  return message;
}

const unnamedExecutions = new Map<string, Buffer>();

/** Parse, Bind and Execute of a statement without values, without Sync. */
function unnamedExecutionOf(text: string): Buffer {
  const known = unnamedExecutions.get(text);
  if (known !== undefined) return known;
  const messages = Buffer.concat([
    message(PARSE, `\0${text}\0\0\0`),
    message(BIND, '\0\0\0\0\0\0\0\0'),
    message(EXECUTE, '\0\0\0\0\0'),
  ]);
  unnamedExecutions.set(text, messages);
  return messages;
}

function message(kind: number, content: string): Buffer {
  const bytes = Buffer.from(` \0\0\0\0${content}`, 'latin1');
  bytes.writeUInt8(kind);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** A value as PostgreSQL reads it: as text, or bytes as they are. */
function encoded(value: unknown): string | Uint8Array | null {
  if (isBytes(value)) return value;
  if (Array.isArray(value) && value.some(isBytes)) return listOfBytes(value);
  return textOf(value);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return listTextOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const QUOTED = /["\\]/g;

/** An array in PostgreSQL's notation, its items quoted. */
function listTextOf(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    const text = textOf(item);
    if (text === null) return 'NULL';
    return Array.isArray(item) ? text : `"${text.replace(QUOTED, '\\$&')}"`;
  });
  return `{${texts.join(',')}}`;
}

const HAS_NULLS = 1;

/** An array of `bytea` or null as PostgreSQL sends one itself (`array_send`): one dimension, its first item at 1. */
function listOfBytes(items: readonly unknown[]): Buffer {
  const parts: Uint8Array[] = [integers(1, HAS_NULLS, pg.types.builtins.BYTEA, items.length, 1)];
  for (const item of items)
    parts.push(...(isBytes(item) ? [integers(item.length), item] : [integers(-1)]));
  return Buffer.concat(parts);
}

function integers(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * numbers.length);
  numbers.forEach((number, at) => bytes.writeInt32BE(number, 4 * at));
  return bytes;
}
