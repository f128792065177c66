import {
  type Columns,
  copierOfType,
  type JsonCopier,
  RowBytes,
  type RowColumns,
} from '../../platform/database/index.ts';
import { encodeId, ID_PREFIXES, type IdKind } from '../../platform/ids.ts';
import { type JsonBytes, type JsonPiece, jsonPiece } from '../../platform/json/index.ts';
import { moneyJson } from '../../platform/money.ts';
import { namesOf } from '../../platform/objects.ts';

type Json = Readonly<Record<string, unknown>>;
type Having<Name extends string, Value> = { readonly [Property in Name]: Value };

/** A value of a line, and the text before it. */
type Part<Row> = {
  readonly before: string;
  readonly value: (row: Row) => unknown;
  /** The property of the row that the value is, if it is one; of money that of its minor units. */
  readonly property?: string;
  /** The property of the currency of money. */
  readonly currency?: string;
};

/** Member of the JSON object of a row. One without a name gives all members of its value. */
type Member<Row> = {
  readonly name: string | undefined;
  readonly value: (row: Row) => unknown;
  /** The member as text: its parts, and what follows them. */
  readonly parts: readonly Part<Row>[];
  readonly end?: string;
};

/**
 * The JSON object of a row: its id, then its members. A row becomes an object or bytes by the same form, and bytes are
 * copied from those of the database where they can be.
 */
export type RowForm<Row> = { readonly idKind: IdKind; readonly members: readonly Member<Row>[] };

/** Properties that are shown as they are, under their names. */
export function shown<Part extends object>(columns: Columns<Part>): Member<Part>[] {
  return namesOf(columns).map((property) => {
    const value = (row: Part) => row[property];
    return { name: property, value, parts: [{ before: nameText(property), value, property }] };
  });
}

export function made<Row>(name: string, value: (row: Row) => unknown): Member<Row> {
  return { name, value, parts: [{ before: nameText(name), value }] };
}

/** An object of properties, which have other names in it. */
export function gathered<Name extends string>(
  name: string,
  properties: Readonly<Record<string, Name>>,
): Member<Having<Name, unknown>> {
  const members = Object.entries(properties);
  return {
    name,
    value: (row) => Object.fromEntries(members.map(([part, property]) => [part, row[property]])),
    parts: members.map(([part, property], at) => ({
      before: at === 0 ? `${nameText(name)}{${JSON.stringify(part)}:` : nameText(part),
      value: (row) => row[property],
      property,
    })),
    end: '}',
  };
}

/** Money of two properties: null if one of them is. */
export function money<Minor extends string, Currency extends string>(
  name: string,
  property: Minor,
  currency: Currency,
): Member<Having<Minor, number | null> & Having<Currency, string | null>> {
  const value = (row: Having<Minor, number | null> & Having<Currency, string | null>) => {
    const [minor, code] = [row[property], row[currency]];
    return minor === null || code === null ? null : moneyJson({ minor, currency: code });
  };
  return { name, value, parts: [{ before: nameText(name), value, property, currency }] };
}

/** The members of an object that is a property. */
export function membersOf<Name extends string>(property: Name): Member<Having<Name, object>> {
  const value = (row: Having<Name, object>) => row[property];
  return { name: undefined, value, parts: [{ before: '', value, property }] };
}

function nameText(name: string): string {
  return `,${JSON.stringify(name)}:`;
}

export function objectOfRow<Row>(
  { idKind, members }: RowForm<Row>,
  row: Row & { readonly id: string },
): Json {
  const entries = members.flatMap(({ name, value }) => {
    const found = value(row);
    return name === undefined ? Object.entries(found ?? {}) : [[name, found]];
  });
  return Object.fromEntries([['id', encodeId(idKind, row.id)], ...entries]);
}

/** A part with its places in the rows of a statement. */
type Step<Row> = {
  readonly before: JsonPiece;
  readonly value: (row: Row) => unknown;
  readonly column: number;
  readonly currencyColumn: number;
  readonly isOpen: boolean;
  /** Undefined if the value has to be made. */
  readonly copy: JsonCopier | undefined;
};

type Steps<Row> = {
  readonly columns: RowColumns;
  readonly idColumn: number;
  readonly parts: readonly Step<Row>[];
  readonly end: JsonPiece;
  /** Start and end of each value of a row. */
  readonly places: Int32Array;
};

/** Writer of rows as lines of JSON. */
export function lineWriter<Row>(
  form: RowForm<Row>,
): (json: JsonBytes, row: RowBytes & Row) => void {
  const start = jsonPiece(`{"id":"${ID_PREFIXES[form.idKind]}_`);
  let steps: Steps<Row> | undefined;
  return (json, row) => {
    const columns = RowBytes.columnsOf(row);
    if (steps?.columns !== columns) steps = stepsOf(form, columns);
    const { idColumn, parts, end, places } = steps;
    RowBytes.locate(row, places);
    const bytes = RowBytes.bytesOf(row);
    json.put(start);
    json.idDigits(bytes, places[2 * idColumn] ?? 0);
    for (let at = 0; at < parts.length; at += 1) {
      const step = parts[at];
      if (step !== undefined) writePart(json, step, row, bytes, places);
    }
    json.put(end);
  };
}

function stepsOf<Row>({ members }: RowForm<Row>, columns: RowColumns): Steps<Row> {
  const columnOf = (property: string | undefined) =>
    columns.findIndex(({ name }) => name === property);
  let end = '';
  const parts = members.flatMap((member) => {
    const steps = member.parts.map(({ before, value, property, currency }, at) => {
      const column = columnOf(property);
      return {
        before: jsonPiece(at === 0 ? end + before : before),
        value,
        column,
        currencyColumn: columnOf(currency),
        isOpen: member.name === undefined,
        copy: copierOfType(columns[column]?.typeId ?? 0),
      };
    });
    end = member.end ?? '';
    return steps;
  });
  const places = new Int32Array(2 * columns.length);
  return { columns, idColumn: columnOf('id'), parts, end: jsonPiece(`${end}}\n`), places };
}

const [COMMA, NULL] = [jsonPiece(','), jsonPiece('null')];

function writePart<Row>(
  json: JsonBytes,
  { before, value, column, currencyColumn, isOpen, copy }: Step<Row>,
  row: Row,
  bytes: Buffer,
  places: Int32Array,
): void {
  const [from, to] = [places[2 * column] ?? 0, places[2 * column + 1] ?? 0];
  json.put(before);
  if (isOpen) {
    // The inside of the braces; `{}` has none.
    if (to - from > 2) {
      json.put(COMMA);
      json.copy(bytes, from + 1, to - 1);
    }
  } else if (currencyColumn >= 0) {
    const code = places[2 * currencyColumn] ?? 0;
    if (from < 0 || code < 0) json.put(NULL);
    else json.money(bytes, from, to, code);
  } else if (copy !== undefined && from < 0) {
    json.put(NULL);
  } else if (copy === undefined || !copy(json, bytes, from, to)) {
    json.putText(JSON.stringify(value(row)) ?? 'null');
  }
}
