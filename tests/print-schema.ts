import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../server/src/schema.ts';

/** The public contract, printed from code: `npm run schema` writes it, a test keeps it true. */
export const SCHEMA_FILE = new URL('../server/schema.graphql', import.meta.url);

export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) {
  await writeFile(SCHEMA_FILE, printedSchema());
  process.stdout.write('Printed server/schema.graphql; read its diff as a user of the API.\n');
}
