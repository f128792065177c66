import pg from 'pg';
import { ReadTooMuch, readingBudget } from './reading-budget.ts';
import { RowBytes, type RowBytesReader, rowBytesReader } from './row-bytes.ts';
import { expectRows } from './row-feed.ts';
import { valueTypes } from './values.ts';

/** A statement with its name: the database parses and plans a named one once per connection. */
export type Statement = { readonly text: string; readonly name?: string };

/**
 * Rows of a statement, whose type only its author knows, and the command tag (`SELECT 51`,
 * `COMMIT`).
 */
export type Answer = { readonly rows: pg.QueryResult['rows']; readonly tag: string };

type Values = readonly (string | null)[];

/** Readers of the rows of a statement: as objects, and as bytes. */
type RowReaders = {
  readonly object: (values: Values) => unknown;
  readonly bytes: RowBytesReader;
};

/** Row readers of the named statements that a connection has already described. */
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
  readonly #answer = Promise.withResolvers<Answer>();
  readonly #rows: unknown[] = [];
  readonly #budget = readingBudget();
  #described: Map<string, RowReaders> | undefined;
  #readers: RowReaders | undefined;
  #failure: unknown;
  #tag = '';

  /** With `isOfBytes` the rows are `RowBytes`. With `take` they are handed to it as they arrive, and none is kept. */
  constructor(
    { text, name }: Statement,
    values: readonly unknown[],
    isOfBytes: boolean,
    take?: (row: RowBytes) => void,
  ) {
    super(text, [...values]);
    this.name = name;
    this.#values = values;
    this.#isOfBytes = isOfBytes;
    this.#take = take;
  }

  get keepsBytes(): boolean {
    return this.#isOfBytes && this.#take === undefined;
  }

  get answer(): Promise<Answer> {
    return this.#answer.promise;
  }

  override submit = (connection: pg.Connection): void => {
    this.#described = describedOn(connection);
    const { name } = this;
    this.#readers = name === undefined ? undefined : this.#described.get(name);
    const values = this.#readers === undefined ? undefined : plainTextOf(this.#values);
    expectRows(connection, this);
    if (name === undefined || values === undefined) {
      pg.Query.prototype.submit.call(this, connection);
    } else if (connection.stream.writable) {
      connection.stream.write(executionOf(name, values));
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
    if (this.name !== undefined) this.#described?.set(this.name, readers);
  }

  handleError(error: unknown): void {
    this.#answer.reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#answer.resolve({ rows: this.#rows, tag: this.#tag });
    else this.#answer.reject(this.#failure);
  }
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

const BIND = 0x42;
/** Execute the unnamed portal, all rows; then Sync. */
const EXECUTE_AND_SYNC = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1');

/**
 * Bind, Execute and Sync of a named statement as one message; values and columns are text (formats of
 * both: none named). PostgreSQL's manual, "Message Formats".
 */
function executionOf(name: string, values: Values): Buffer {
  const bytes = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)));
  const length = bytes.reduce((sum, size) => sum + 4 + size, 12 + name.length);
  const message = Buffer.allocUnsafe(1 + length + EXECUTE_AND_SYNC.length);
  let at = message.writeUInt8(BIND, 0);
  at = message.writeInt32BE(length, at);
  at = message.writeUInt8(0, at);
  at += message.write(name, at, 'latin1');
  at = message.writeUInt8(0, at);
  at = message.writeInt16BE(0, at);
  at = message.writeInt16BE(values.length, at);
  values.forEach((value, index) => {
    at = message.writeInt32BE(value === null ? -1 : (bytes[index] ?? 0), at);
    if (value !== null) at += message.write(value, at);
  });
  at = message.writeInt16BE(0, at);
  EXECUTE_AND_SYNC.copy(message, at);
  return message;
}

/** The values as PostgreSQL reads them; undefined when one is an object, which pg knows to write. */
function plainTextOf(values: readonly unknown[]): (string | null)[] | undefined {
  const texts: (string | null)[] = [];
  for (const value of values) {
    const text = textOf(value);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

/** Longer bytes are sent as they are. */
const MOST_HEX_BYTES = 64;

function textOf(value: unknown): string | null | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return listTextOf(value);
  if (Buffer.isBuffer(value) && value.length <= MOST_HEX_BYTES)
    return `\\x${value.toString('hex')}`;
  return undefined;
}

const QUOTED = /["\\]/g;

/** An array in PostgreSQL's notation, its items quoted. */
function listTextOf(items: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = textOf(item);
    if (text === undefined) return undefined;
    const isList = Array.isArray(item);
    texts.push(text === null ? 'NULL' : isList ? text : `"${text.replace(QUOTED, '\\$&')}"`);
  }
  return `{${texts.join(',')}}`;
}
