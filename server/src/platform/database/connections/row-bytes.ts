import type pg from 'pg';
import { parserOf } from './values.ts';

/** The columns of a row: their names and the OIDs of their types. */
export type RowColumns = readonly { readonly name: string; readonly typeId: number }[];

/**
 * A row as PostgreSQL sent it. Each property is read from the bytes when it is used, so a reader that
 * copies bytes makes no values. PostgreSQL's manual, "Message Formats", DataRow.
 */
export class RowBytes {
  #bytes: Buffer;
  #start: number;
  readonly #columns: RowColumns;

  /** `start` is the place of the first value's length. */
  constructor(bytes: Buffer, start: number, columns: RowColumns) {
    this.#bytes = bytes;
    this.#start = start;
    this.#columns = columns;
  }

  // Static, because the properties of a row are its columns.

  /** Makes an object that nobody keeps the next row. */
  static move(row: RowBytes, bytes: Buffer, start: number): void {
    row.#bytes = bytes;
    row.#start = start;
  }

  static columnsOf(row: RowBytes): RowColumns {
    return row.#columns;
  }

  static bytesOf(row: RowBytes): Buffer {
    return row.#bytes;
  }

  /**
   * Writes the places of all values into `places`: start and end of each, the start is -1 for null.
   */
  static locate(row: RowBytes, places: Int32Array): void {
    const bytes = row.#bytes;
    let at = row.#start;
    for (let column = 0; column < row.#columns.length; column += 1) {
      const length = int32At(bytes, at);
      at += 4;
      places[2 * column] = length < 0 ? -1 : at;
      if (length > 0) at += length;
      places[2 * column + 1] = at;
    }
  }

  /** Text of the value of a column. */
  static textOf(row: RowBytes, column: number): string | null {
    const bytes = row.#bytes;
    let at = row.#start;
    for (let before = 0; before < column; before += 1) at += 4 + Math.max(0, int32At(bytes, at));
    const length = int32At(bytes, at);
    return length < 0 ? null : bytes.toString('utf8', at + 4, at + 4 + length);
  }
}

function int32At(bytes: Buffer, at: number): number {
  return (
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  );
}

export type RowBytesReader = (bytes: Buffer, start: number) => RowBytes;

const MOST_READERS = 1000;
const readers = new Map<string, RowBytesReader>();

/** Reader of the rows of a statement, with a property for each of its columns. Statements with the same columns share one. */
export function rowBytesReader(fields: readonly pg.FieldDef[]): RowBytesReader {
  const key = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join();
  const known = readers.get(key);
  if (known !== undefined) return known;
  const reader = readerOf(fields);
  if (readers.size < MOST_READERS) readers.set(key, reader);
  return reader;
}

function readerOf(fields: readonly pg.FieldDef[]): RowBytesReader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }));
  class Row extends RowBytes {}
  columns.forEach(({ name, typeId }, column) => {
    const parse = parserOf(typeId);
    Object.defineProperty(Row.prototype, name, {
      get(this: RowBytes): unknown {
        const text = RowBytes.textOf(this, column);
        return text === null ? null : parse(text);
      },
    });
  });
  return (bytes, start) => new Row(bytes, start, columns);
}
