import { type GraphQLSchema, getNullableType } from 'graphql';

/** Every valid key may read them, so they are never null. */
const NEVER_REFUSED: ReadonlySet<string> = new Set(['me', 'rateLimit']);

/** Makes the other fields of queries and mutations nullable: one that is refused is null. */
export function makeRootFieldsNullable(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {}))
      if (!NEVER_REFUSED.has(field.name)) field.type = getNullableType(field.type);
  }
  return schema;
}
