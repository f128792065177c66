import { type GraphQLLeafType, isEnumType } from 'graphql';
import {
  copierOfType,
  type JsonCopier,
  RowBytes,
  type RowColumns,
  TYPE_IDS,
} from '../../platform/database/index.ts';
import { type JsonPiece, jsonPiece } from '../../platform/json/index.ts';
import type { Field, Member, ObjectShape } from './answer-shape.ts';

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
  readonly copy: JsonCopier | undefined;
};

const {
  boolean: BOOL,
  int: INT,
  text: TEXT,
  float8: FLOAT8,
  timestamptz: TIME,
  uuid: UUID,
} = TYPE_IDS;

/** The type of the column from whose text the JSON of a scalar follows. */
const TYPE_OF_SCALAR: Readonly<Record<string, number>> = {
  Boolean: BOOL,
  CountryCode: TEXT,
  CurrencyCode: TEXT,
  DateTime: TIME,
  Float: FLOAT8,
  Int: INT,
  String: TEXT,
  URL: TEXT,
};

const PLANS = new WeakMap<ObjectShape, WeakMap<RowColumns, RowPlan>>();
/** The rows of a list follow each other. */
let latest: { shape: ObjectShape; columns: RowColumns; plan: RowPlan } | undefined;

export function rowPlanOf(shape: ObjectShape, row: RowBytes): RowPlan {
  const columns = RowBytes.columnsOf(row);
  if (latest?.shape === shape && latest.columns === columns) return latest.plan;
  const plan = PLANS.get(shape)?.get(columns) ?? makePlan(shape, columns);
  latest = { shape, columns, plan };
  return plan;
}

function makePlan(shape: ObjectShape, columns: RowColumns): RowPlan {
  const plans = PLANS.get(shape) ?? new WeakMap<RowColumns, RowPlan>();
  PLANS.set(shape, plans);
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

function copierOf({ idPrefix, resolve, shape }: Field, typeId: number): JsonCopier | undefined {
  if (idPrefix !== undefined) return typeId === UUID ? idCopier(idPrefix) : undefined;
  if (resolve !== undefined || shape.kind !== 'LEAF') return undefined;
  if (isEnumType(shape.type)) return typeId === TEXT ? enumCopier(shape.type) : undefined;
  return TYPE_OF_SCALAR[shape.type.name] === typeId ? copierOfType(typeId) : undefined;
}

function idCopier(prefix: JsonPiece): JsonCopier {
  return (json, bytes, from) => {
    json.put(prefix);
    json.idDigits(bytes, from);
    return true;
  };
}

/** Compares the bytes with each word: enums of rows have few. */
function enumCopier(type: Extract<GraphQLLeafType, { getValues: unknown }>): JsonCopier {
  const words = type.getValues().map(({ name, value }) => ({
    text: Buffer.from(String(value)),
    json: jsonPiece(JSON.stringify(name)),
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
