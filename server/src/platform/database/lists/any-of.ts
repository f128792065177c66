import { type RawBuilder, sql } from 'kysely';

/** Any of some uuids, for the right side of `=`: one parameter, however many there are. */
export function anyOf(uuids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${uuids}::uuid[])`;
}
