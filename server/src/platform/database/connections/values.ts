import pg from 'pg';

const { builtins } = pg.types;
/** The OID of `bigint[]`, which pg's list of builtins leaves out (pg_type.dat). */
const INT8_ARRAY = 1016;

/**
 * JavaScript values of database types: `int8` as number, `timestamptz` as Date, `numeric` and
 * `date` as string, `json` and `jsonb` parsed, arrays as arrays. All other types use pg's default.
 *
 * Trap: a Date holds milliseconds, a `timestamptz` microseconds. A column that is compared with a
 * value read before (a cursor, a version) is declared `timestamptz(3)`.
 */
export const valueTypes = new pg.TypeOverrides();

const OWN_PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, readInt8],
  [builtins.DATE, (text) => text],
  [INT8_ARRAY, readInt8Array],
]);
for (const [typeId, parse] of OWN_PARSERS) valueTypes.setTypeParser(typeId, parse);

/** Makes the value of a type from PostgreSQL's text. */
export function parserOf(typeId: number): (text: string) => unknown {
  return OWN_PARSERS.get(typeId) ?? pg.types.getTypeParser(typeId);
}

/** Beyond 2^53 a number would be quietly wrong, so it is refused: no column of ours comes near. */
function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

/** `{1,2,3}` of whole numbers, which are never quoted. */
function readInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(readInt8);
}
