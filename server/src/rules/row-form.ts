import {
  type Columns,
  copierOfType,
  type JsonCopier,
  RowBytes,
  type RowColumns,
} from '../platform/database/index.ts';
import { encodeId, ID_PREFIXES, type IdKind } from '../platform/ids.ts';
import type { JsonBytes } from '../platform/json-bytes.ts';
import { namesOf } from '../platform/objects.ts';

type Json = Readonly<Record<string, unknown>>;

/** Member of the JSON object of a row. One without a name gives all members of its value. */
type Member<Row> = {
  readonly name: string | undefined;
  readonly value: (row: Row) => unknown;
  /** The property of the row that the value is, if it is one. */
  readonly property?: string;
};

/**
 * The JSON object of a row: its id, then its members. A row becomes an object or bytes by the same form, and bytes are
 * copied from those of the database where they can be.
 */
export type RowForm<Row> = { readonly idKind: IdKind; readonly members: readonly Member<Row>[] };

/** Properties that are shown as they are, under their names. */
export function shown<Part extends object>(columns: Columns<Part>): Member<Part>[] {
  return namesOf(columns).map((name) => ({ name, value: (row) => row[name], property: name }));
}

export function made<Row>(name: string, value: (row: Row) => unknown): Member<Row> {
  return { name, value };
}

/** The members of an object that is a property. */
export function membersOf<Name extends string>(
  property: Name,
): Member<{ readonly [Property in Name]: object }> {
  return { name: undefined, value: (row) => row[property], property };
}

export function objectOfRow<Row extends { readonly id: string }>(
  { idKind, members }: RowForm<Row>,
  row: Row,
): Json {
  const entries = members.flatMap(({ name, value }) => {
    const found = value(row);
    return name === undefined ? Object.entries(found ?? {}) : [[name, found]];
  });
  return Object.fromEntries([['id', encodeId(idKind, row.id)], ...entries]);
}

const [START, END, COMMA, NULL] = [
  Buffer.from('{"id":"'),
  Buffer.from('}\n'),
  Buffer.from(','),
  Buffer.from('null'),
];

type Step<Row> = Member<Row> & {
  /** A comma, the name and a colon. */
  readonly prefix: Buffer;
  readonly column: number;
  /** Undefined if the value has to be made. */
  readonly copy: JsonCopier | undefined;
};

/** Writer of rows as lines of JSON, for rows that may be `RowBytes`. */
export function lineWriter<Row extends { readonly id: string }>(
  form: RowForm<Row>,
): (json: JsonBytes, row: Row) => void {
  const start = Buffer.concat([START, Buffer.from(`${ID_PREFIXES[form.idKind]}_`)]);
  let columns: RowColumns | undefined;
  let steps: readonly Step<Row>[] = [];
  let idColumn = -1;
  let places = new Int32Array();
  return (json, row) => {
    if (!(row instanceof RowBytes)) {
      json.putText(`${JSON.stringify(objectOfRow(form, row))}\n`);
      return;
    }
    if (RowBytes.columnsOf(row) !== columns) {
      columns = RowBytes.columnsOf(row);
      steps = stepsOf(form, columns);
      idColumn = columns.findIndex(({ name }) => name === 'id');
      places = new Int32Array(2 * columns.length);
    }
    RowBytes.locate(row, places);
    const bytes = RowBytes.bytesOf(row);
    json.put(start);
    json.idDigits(bytes, places[2 * idColumn] ?? 0);
    for (let at = 0; at < steps.length; at += 1) {
      const step = steps[at];
      if (step !== undefined) writeMember(json, step, row, bytes, places);
    }
    json.put(END);
  };
}

function stepsOf<Row>({ members }: RowForm<Row>, columns: RowColumns): Step<Row>[] {
  return members.map((member) => {
    const column = columns.findIndex(({ name }) => name === member.property);
    const copy = copierOfType(columns[column]?.typeId ?? 0);
    const prefix = Buffer.from(`,${JSON.stringify(member.name)}:`);
    return { ...member, prefix, column, copy };
  });
}

function writeMember<Row>(
  json: JsonBytes,
  { name, value, prefix, column, copy }: Step<Row>,
  row: Row,
  bytes: Buffer,
  places: Int32Array,
): void {
  const [from, to] = [places[2 * column] ?? 0, places[2 * column + 1] ?? 0];
  if (name === undefined) {
    // The inside of the braces; `{}` has none.
    if (to - from > 2) {
      json.put(COMMA);
      json.copy(bytes, from + 1, to - 1);
    }
    return;
  }
  json.put(prefix);
  if (copy !== undefined && from < 0) json.put(NULL);
  else if (copy === undefined || !copy(json, bytes, from, to))
    json.putText(JSON.stringify(value(row)) ?? 'null');
}
