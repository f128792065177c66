import { type GraphQLLeafType, isEnumType } from 'graphql';
import { RowBytes, type RowColumns } from '../platform/database/index.ts';
import type { Field, Member, ObjectShape } from './answer-shape.ts';
import type { JsonBytes } from './json-bytes.ts';

/** Way to write the rows of a statement as objects of a shape. */
export type RowPlan = {
  /** Start and end of each value of the row that is being written. */
  readonly places: Int32Array;
  readonly steps: readonly Step[];
};

type Step = Member & {
  /** Index of the column that `copy` reads. */
  readonly column: number;
  /** Undefined if the value follows from the field's resolver. */
  readonly copy: Copier | undefined;
};

/** Writes a value from its text in PostgreSQL; returns false if the text has an unusual form. */
type Copier = (json: JsonBytes, bytes: Buffer, from: number, to: number) => boolean;

/** Types of PostgreSQL by their OIDs (pg_type.dat). */
const [BOOL, INT4, TEXT, FLOAT8, TIMESTAMPTZ, UUID] = [16, 23, 25, 701, 1184, 2950];

/** Scalars whose JSON follows from the text of a column of a type. */
const COPIERS: Readonly<Record<string, { readonly typeId: number; readonly copy: Copier }>> = {
  Boolean: { typeId: BOOL, copy: copyBoolean },
  CountryCode: { typeId: TEXT, copy: copyString },
  CurrencyCode: { typeId: TEXT, copy: copyString },
  DateTime: { typeId: TIMESTAMPTZ, copy: (json, bytes, from, to) => json.time(bytes, from, to) },
  Float: { typeId: FLOAT8, copy: copyFloat },
  Int: { typeId: INT4, copy: copyInt },
  String: { typeId: TEXT, copy: copyString },
  URL: { typeId: TEXT, copy: copyString },
};

const PLANS = new WeakMap<ObjectShape, WeakMap<RowColumns, RowPlan>>();

export function rowPlanOf(shape: ObjectShape, row: RowBytes): RowPlan {
  const columns = RowBytes.columnsOf(row);
  const plans = PLANS.get(shape) ?? new WeakMap<RowColumns, RowPlan>();
  PLANS.set(shape, plans);
  const known = plans.get(columns);
  if (known !== undefined) return known;
  const plan = {
    places: new Int32Array(2 * columns.length),
    steps: shape.members.map((member) => ({ ...member, ...wayOf(member.value, columns) })),
  };
  plans.set(columns, plan);
  return plan;
}

const RESOLVED = { column: -1, copy: undefined };

function wayOf(value: Member['value'], columns: RowColumns): Pick<Step, 'column' | 'copy'> {
  if (value.kind === 'TYPENAME') return RESOLVED;
  const name = value.idPrefix === undefined ? value.name : 'id';
  const column = columns.findIndex((candidate) => candidate.name === name);
  const copy = columns[column] && copierOf(value, columns[column].typeId);
  return copy === undefined ? RESOLVED : { column, copy };
}

function copierOf({ idPrefix, resolve, shape }: Field, typeId: number): Copier | undefined {
  if (idPrefix !== undefined) return typeId === UUID ? idCopier(idPrefix) : undefined;
  if (resolve !== undefined || shape.kind !== 'LEAF') return undefined;
  if (isEnumType(shape.type)) return typeId === TEXT ? enumCopier(shape.type) : undefined;
  const found = COPIERS[shape.type.name];
  return found?.typeId === typeId ? found.copy : undefined;
}

function idCopier(prefix: Buffer): Copier {
  return (json, bytes, from) => {
    json.put(prefix);
    json.idDigits(bytes, from);
    return true;
  };
}

/** Compares the bytes with each word: enums of rows have few. */
function enumCopier(type: Extract<GraphQLLeafType, { getValues: unknown }>): Copier {
  const words = type.getValues().map(({ name, value }) => ({
    text: Buffer.from(String(value)),
    json: Buffer.from(JSON.stringify(name)),
  }));
  return (json, bytes, from, to) => {
    const word = words.find(
      ({ text }) =>
        text.length === to - from && text.every((byte, at) => bytes[from + at] === byte),
    );
    if (word !== undefined) json.put(word.json);
    return word !== undefined;
  };
}

const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')];
const [POINT, ZERO, NINE, LETTER_T] = [0x2e, 0x30, 0x39, 0x74];

function copyBoolean(json: JsonBytes, bytes: Buffer, from: number): boolean {
  json.put(bytes[from] === LETTER_T ? TRUE : FALSE);
  return true;
}

function copyInt(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  json.copy(bytes, from, to);
  return true;
}

/** Both write the shortest digits; only exponents, signs and numbers that are none differ. */
function copyFloat(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== POINT && (byte < ZERO || byte > NINE)) return false;
  }
  json.copy(bytes, from, to);
  return true;
}

function copyString(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  json.string(bytes, from, to);
  return true;
}
